import Foundation
import Testing

/// The miscompilation that `.ci/optimiser` describes, reduced: says which toolchains have it.
@Suite(.enabled(if: ClientCompiler.isThere, "no compiler plugin beside the tests"))
struct OptimiserTrapTests {
  /// Toolchains that were seen to have it.
  private static let versions = ["6.3.1"]

  /// A function returns what two branches chose, or a new value around it. With the trap, what they chose goes
  /// too early, and the new value never.
  private static let program = """
    /// Says when it goes: while a value holds one, there must be one.
    final class Token {
      nonisolated(unsafe) static var count = 0
      init() { Token.count += 1 }
      deinit { Token.count -= 1 }
    }

    enum Indirect {
      case leaf(Token)
      case list([Indirect])
      indirect case graph(Indirect, [Indirect])
    }

    @inline(never) func indirect(_ elements: [Indirect], _ objects: [Indirect], _ isList: Bool) -> Indirect {
      let root = isList ? .list(elements) : elements[0]
      return objects.isEmpty ? root : .graph(root, objects)
    }

    enum Boxed {
      case leaf(Token)
      case list([Boxed])
      case graph(Box)
    }

    final class Box {
      let root: Boxed
      let objects: [Boxed]
      init(_ root: Boxed, _ objects: [Boxed]) { (self.root, self.objects) = (root, objects) }
    }

    @inline(never) func boxed(_ elements: [Boxed], _ objects: [Boxed], _ isList: Bool) -> Boxed {
      let root = isList ? .list(elements) : elements[0]
      return objects.isEmpty ? root : .graph(Box(root, objects))
    }

    enum Listed {
      case leaf(Token)
      case list([Listed])
    }

    @inline(never) func listed(_ elements: [Listed], _ objects: [Listed], _ isList: Bool) -> Listed {
      let root = isList ? .list(elements) : elements[0]
      return objects.isEmpty ? root : .list([root])
    }

    /// The same behind a function that is never inlined: the way out.
    @inline(never) func graph(_ root: Indirect, _ objects: [Indirect]) -> Indirect {
      objects.isEmpty ? root : .graph(root, objects)
    }

    @inline(never) func apart(_ elements: [Indirect], _ objects: [Indirect], _ isList: Bool) -> Indirect {
      graph(isList ? .list(elements) : elements[0], objects)
    }

    /// How many tokens there are while a value is held that was made of one.
    @inline(never)
    func tokens<Value>(_ leaf: (Token) -> Value, _ make: ([Value], [Value], Bool) -> Value) -> [Int] {
      [false, true].map { isList in
        let before = Token.count
        let value = make([leaf(Token())], [leaf(Token())], isList)
        return withExtendedLifetime(value) { Token.count - before }
      }
    }

    @main struct Trap {
      static func main() {
        print("indirect", tokens({ .leaf($0) }, indirect))
        print("boxed", tokens({ .leaf($0) }, boxed))
        print("listed", tokens({ .leaf($0) }, listed))
        print("apart", tokens({ .leaf($0) }, apart))
      }
    }
    """

  /// What the program prints: how many objects there are while a value holds them.
  private static let right = ["indirect [2, 2]", "boxed [2, 2]", "listed [1, 1]", "apart [2, 2]"]
  private static let wrong = ["indirect [1, 1]", "boxed [1, 1]", "listed [0, 0]", "apart [2, 2]"]

  @Test func reducedProgram() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appendingPathComponent("trap.swift")
    try Self.program.write(to: source, atomically: true, encoding: .utf8)
    func output(_ option: String) throws -> [String] {
      let program = folder.appendingPathComponent("trap\(option)").path
      #expect(
        try run("swiftc", option, "-swift-version", "6", "-parse-as-library", source.path, "-o", program)
          == "")
      return try run(program).split(separator: "\n").map(String.init)
    }
    #expect(try output("-Onone") == Self.right)
    let optimised = try output("-O")
    let version = try run("swiftc", "--version")
    if Self.versions.contains(where: { version.contains("Swift version \($0) ") }) {
      #expect(optimised == Self.wrong, "a toolchain that has the trap has lost it: \(version)")
    } else {
      #expect(
        [Self.right, Self.wrong].contains(optimised), "\(optimised), a third form of the trap: \(version)")
      print(optimised == Self.right ? "cured of the optimiser's trap:" : "has the optimiser's trap:", version)
    }
  }

  private func run(_ arguments: String...) throws -> String {
    let (text, status) = try ClientCompiler.run(arguments)
    #expect(status == 0, "\(text)")
    return text
  }
}

import Foundation

/// The command-line options.
struct Options {
  static let help = """
    USAGE: compile-time [--check] [--rounds N] [--types-per-file N] [--scratch DIR]

    Measures how long 100 public types with ten fields each take to compile: plain, Codable, @Archivable, and with the
    expansion of @Archivable written out. Run it in the folder of StructCoding. Prints a table in Markdown: the processor
    time in seconds that SwiftPM takes to rebuild each module, without the time it takes to find that nothing changed.

      --check             Debug only, in 3 rounds. Exit with 1 if @Archivable takes more than \(CompileTime.limit) times the
                          processor time of Codable.
      --rounds N          The number of builds of each module, 5 by default.
      --types-per-file N  1 by default.
      --scratch DIR       The folder to build in, Playground/CompileTime/.build/models by default. Builds of
                          StructCoding and swift-syntax in it are reused.
    """

  var isCheck = false
  var isHelp = false
  var rounds: Int?
  var typesPerFile = 1
  var scratch = "Playground/CompileTime/.build/models"

  struct Problem: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: ArraySlice<String>) throws {
    var arguments = arguments
    func number(of argument: String) throws -> Int {
      guard let number = Int(arguments.popFirst() ?? ""), number > 0 else {
        throw Problem(description: "\(argument) needs a number.")
      }
      return number
    }
    while let argument = arguments.popFirst() {
      switch argument {
      case "--help", "-h": isHelp = true
      case "--check": isCheck = true
      case "--rounds": rounds = try number(of: argument)
      case "--types-per-file": typesPerFile = try number(of: argument)
      case "--scratch":
        guard let path = arguments.popFirst() else { throw Problem(description: "--scratch needs a folder.") }
        scratch = path
      default: throw Problem(description: "unknown argument “\(argument)”. --help lists them.")
      }
    }
  }
}

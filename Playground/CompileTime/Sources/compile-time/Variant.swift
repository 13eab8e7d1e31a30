/// What is compiled: the same types four times, each time a module.
enum Variant: String, CaseIterable {
  case plain = "Plain"
  case codable = "Coded"
  case expanded = "Expanded"
  case archivable = "Marked"

  var module: String { rawValue }

  var title: String {
    switch self {
    case .plain: "plain structs"
    case .codable: "`Codable`"
    case .expanded: "what `@Archivable` writes, without the macro"
    case .archivable: "`@Archivable`"
    }
  }

  private var needsLibrary: Bool { self == .expanded || self == .archivable }

  /// What the target depends on, as a line of the manifest.
  var dependencies: String {
    needsLibrary ? #"[.product(name: "StructCoding", package: "StructCoding")]"# : "[]"
  }

  /// What stands once at the top of a file.
  var imports: String { needsLibrary ? "import Foundation\nimport StructCoding\n" : "import Foundation\n" }

  /// A type with ten fields.
  ///
  /// - Parameter expansion: What the macro writes for a type of the name, for the module that has it written out.
  func source(ofType name: String, expansion: (String) -> String) -> String {
    let attribute = self == .archivable ? "@Archivable\n" : ""
    let conformance = self == .codable ? ": Codable" : ""
    let fields = [
      "id: UUID", "name: String", "count: Int", "ratio: Double", "isOn: Bool", "date: Date", "note: String?",
      "tags: [String]", "scores: [String: Double]", "payload: Data?",
    ]
    let body = fields.map { "  public var \($0)\n" }.joined()
    return "\(attribute)public struct \(name)\(conformance) {\n\(body)}\n"
      + (self == .expanded ? "\n\(expansion(name))" : "")
  }
}

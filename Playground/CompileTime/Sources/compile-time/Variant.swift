/// The compiled modules: the same types in four variants.
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

  /// The dependencies of the target, as a line of the manifest.
  var dependencies: String {
    needsLibrary ? #"[.product(name: "StructCoding", package: "StructCoding")]"# : "[]"
  }

  /// The imports at the top of a file.
  var imports: String { needsLibrary ? "import Foundation\nimport StructCoding\n" : "import Foundation\n" }

  /// Returns a type with ten fields.
  ///
  /// - Parameter expansion: The macro's expansion for a type with a given name, for the module that has it written
  ///   out.
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

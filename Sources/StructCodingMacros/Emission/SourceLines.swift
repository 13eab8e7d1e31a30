import SwiftSyntax
import SwiftSyntaxMacros

/// Moves what the compiler says of a generated line to where the property or the associated value stands that it is
/// about.
///
/// A line that stores a value is where the compiler complains of its type, and the only one. Types of the standard
/// library that can be stored, as they are written, need no such line.
struct SourceLines {
  /// The place of a piece of the source, where the compiler tells it.
  let location: (Syntax) -> AbstractSourceLocation?

  /// A line that stores something, after a directive that says where that is. The line names its type, since the
  /// compiler prints the line.
  func storing(_ line: String, at node: some SyntaxProtocol, type: TypeSyntax?) -> [String] {
    if let type, type.isStoredByTheLibrary { return [line] }
    guard let place = location(Syntax(node)) else { return [line] }
    let name = type?.trimmedDescription ?? ""
    return [
      "#sourceLocation(file: \(place.file.trimmedDescription), line: \(place.line.trimmedDescription))",
      name.isEmpty || name.contains(where: \.isNewline) ? line : "\(line)  // \(name)",
    ]
  }

  /// The lines, followed by a directive that ends those before.
  static func ended(_ lines: [String]) -> [String] {
    lines.contains { $0.drop(while: \.isWhitespace).hasPrefix("#sourceLocation(file") }
      ? lines + ["#sourceLocation()"] : lines
  }
}

extension TypeSyntax {
  /// Whether it is written as a type of the standard library or Foundation that can be stored, or as an optional, an
  /// array or a dictionary of such types.
  fileprivate var isStoredByTheLibrary: Bool {
    switch self.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): type.genericArgumentClause == nil && storedTypes.contains(type.name.text)
    case .optionalType(let type): type.wrappedType.isStoredByTheLibrary
    case .arrayType(let type): type.element.isStoredByTheLibrary
    case .dictionaryType(let type): type.key.isStoredByTheLibrary && type.value.isStoredByTheLibrary
    default: false
    }
  }
}

private let storedTypes: Set<String> = [
  "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Float",
  "Double", "CGFloat", "String", "Substring", "Character", "Date", "Data", "UUID", "URL", "Decimal",
  "Duration",
]

/// A field of a Parquet schema: a group, or a column.
final class SchemaField {
  enum Repetition: Int {
    case required, optional, repeated
  }

  let name: String
  let repetition: Repetition
  /// The column; `nil` for a group.
  let column: (any LeafColumn)?
  let annotation: Annotation?
  let children: [SchemaField]

  /// The meaning of a group.
  enum Annotation {
    case list, map
  }

  /// Creates a column.
  init(_ name: String, _ repetition: Repetition, _ column: any LeafColumn) {
    (self.name, self.repetition, self.column) = (name, repetition, column)
    (annotation, children) = (nil, [])
  }

  /// Creates a group.
  init(
    _ name: String, _ repetition: Repetition, annotation: Annotation? = nil, _ children: [SchemaField]
  ) {
    (self.name, self.repetition, self.annotation, self.children) = (name, repetition, annotation, children)
    column = nil
  }

  /// Calls `body` with the field and all fields below it, in the order of a file's schema.
  func visit(_ body: (SchemaField) -> Void) {
    body(self)
    for child in children { child.visit(body) }
  }
}

extension SchemaField {
  /// The schema in Parquet's own notation, one field per line.
  func text(indent: String = "") -> String {
    if let column { return "\(indent)\(repetition) \(column.type.text) \(name);\n" }
    let note = annotation.map { $0 == .list ? " (LIST)" : " (MAP)" } ?? ""
    let inner = children.map { $0.text(indent: indent + "  ") }.joined()
    return "\(indent)\(repetition) group \(name)\(note) {\n\(inner)\(indent)}\n"
  }
}

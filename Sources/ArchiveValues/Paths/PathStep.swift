/// A field on the way of a path.
package struct PathStep: Sendable {
  /// The names of the field, the present one first and then the former ones.
  package let names: [String]
  /// Whether the field is that of a struct that may be missing, and the path gives `nil` where it is.
  package var entersOptional = false
  /// Whether the property is an optional, which is one with that of a missing struct.
  package var isOptional = false

  package init(names: [String]) { self.names = names }

  /// The parts of a dictionary's entries.
  static let keys = PathStep(names: ["key"])
  static let values = PathStep(names: ["value"])

  /// The step to a property; `nil` when it is not stored.
  init?<Record: ArchiveRecord, Member>(_ keyPath: KeyPath<Record, Member>) {
    var description = ColumnDescription<Record>()
    Record.describeColumns(&description)
    guard let fields = Record.archiveSchema.cases.first,
      let field = description.fields.first(where: { $0.keyPath == keyPath }),
      fields.fields.indices.contains(field.position)
    else { return nil }
    let name = fields.fields[field.position]
    names = [name] + (fields.formerFields[name] ?? [])
  }
}

extension [PathStep] {
  var storedName: String { map { $0.names[0] }.joined(separator: ".") }
}

extension [PathStep]? {
  /// The steps and one more.
  func adding(_ step: PathStep) -> [PathStep]? { map { $0 + [step] } }

  /// The steps and one to a property; `nil` when it is not stored.
  func adding<Record: ArchiveRecord, Member>(
    _ keyPath: KeyPath<Record, Member>, entersOptional: Bool = false, isOptional: Bool = false
  ) -> [PathStep]? {
    guard let self, var step = PathStep(keyPath) else { return nil }
    step.entersOptional = entersOptional
    step.isOptional = isOptional
    return self + [step]
  }
}

/// The properties on the way of a path, as key paths, each of which begins where the one before it ends.
package struct PathProperties: @unchecked Sendable {
  // Sendable: key paths do not change. All that one could share with others is what it captures, the arguments of
  // subscripts, and properties have none; the subscript below captures another such key path.
  private let keyPaths: [AnyKeyPath]

  package init() { keyPaths = [] }

  private init(_ keyPaths: [AnyKeyPath]) { self.keyPaths = keyPaths }

  func adding(_ keyPath: AnyKeyPath) -> PathProperties { PathProperties(keyPaths + [keyPath]) }

  /// One key path for all; `nil` when they do not follow each other.
  func joined<Root>(from type: Root.Type) -> AnyKeyPath? {
    guard let first = keyPaths.first else { return \Root.self }
    var joined = first
    for keyPath in keyPaths.dropFirst() {
      guard let next = joined.appending(path: keyPath) else { return nil }
      joined = next
    }
    return joined
  }
}

// What `?.` is in a key path literal, for properties that come as key paths.
extension Optional {
  subscript<Member>(archived keyPath: KeyPath<Wrapped, Member>) -> Member? {
    self.map { $0[keyPath: keyPath] }
  }

  subscript<Member>(archived keyPath: KeyPath<Wrapped, Member?>) -> Member? {
    self.flatMap { $0[keyPath: keyPath] }
  }
}

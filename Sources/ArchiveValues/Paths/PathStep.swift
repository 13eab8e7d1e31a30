/// A field on the way of a path.
package struct PathStep: @unchecked Sendable {
  // Sendable: types do not change.
  /// The names of the field, the present one first and then the former ones.
  package let names: [String]
  /// The type that the field is stored as, around the memory of the property, when it has a storage method of its own.
  package let part: (any ArchiveValue.Type)?
  /// Whether the field is that of a struct that may be missing, and the path gives `nil` where it is.
  package var entersOptional = false
  /// Whether the property is an optional, which is one with that of a missing struct.
  package var isOptional = false

  package init(names: [String]) {
    self.names = names
    part = nil
  }

  /// The steps to a field by its stored name, with dots between the steps.
  package static func steps(named name: String) -> [PathStep] {
    var parts = name.split(separator: ".").map(String.init)
    // A name of two words itself, and of no record.
    let version = ArchiveSchema.versionKey
    if name == version || name.hasSuffix(".\(version)") {
      parts.replaceSubrange((parts.count - 2)..., with: [version])
    }
    return parts.map { PathStep(names: [$0]) }
  }

  /// The parts of a dictionary's entries.
  static let keys = PathStep(names: ["key"])
  static let values = PathStep(names: ["value"])

  /// The step to a property; `nil` when it is not stored.
  init?<Record: ArchiveRecord, Member>(_ keyPath: KeyPath<Record, Member>) {
    var description = ColumnDescription<Record>()
    Record.describeColumns(&description)
    guard let fields = Record.archiveSchema.cases.first else { return nil }
    if let composition = description.compositions.first(where: { $0.keyPath == keyPath }) {
      names = composition.names(fields)
      part = nil
      if names.isEmpty { return nil }
      return
    }
    guard let field = description.fields.first(where: { $0.keyPath == keyPath }),
      fields.fields.indices.contains(field.position)
    else { return nil }
    let name = fields.fields[field.position]
    names = [name] + (fields.formerFields[name] ?? [])
    part = field.type is any StoredPart.Type ? field.type : nil
  }

  /// The type of the values that the step leads to, as they are stored: optional where a struct on the way may be
  /// missing.
  package var storedPart: (any ArchiveValue.Type)? {
    func optional<Part: ArchiveValue>(_ type: Part.Type) -> any ArchiveValue.Type { Part?.self }
    return part.map { entersOptional && !isOptional ? optional($0) : $0 }
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

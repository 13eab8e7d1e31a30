package import ArchiveValues

/// A field on a path.
package struct PathStep: @unchecked Sendable {
  // Sendable: its types are immutable.
  /// The names of the field, the current one first, then the former ones.
  package let names: [String]
  /// The type in which the field is stored, with the property's memory layout; `nil` if the field has no storage
  /// method.
  package let part: (any ArchiveValue.Type)?
  /// Whether the field belongs to an optional struct. If the struct is missing, the path gives `nil`.
  package var entersOptional = false
  /// Whether the property is an optional. It is merged with the optional of a missing struct.
  package var isOptional = false

  package init(names: [String]) {
    self.names = names
    part = nil
  }

  /// Returns the steps to a field, from its stored name with dots between the steps.
  package static func steps(named name: String) -> [PathStep] {
    var parts = name.split(separator: ".").map(String.init)
    // This name contains a dot itself, and is not a name of records.
    let version = ArchiveSchema.versionKey
    if name == version || name.hasSuffix(".\(version)") {
      parts.replaceSubrange((parts.count - 2)..., with: [version])
    }
    return parts.map { PathStep(names: [$0]) }
  }

  /// Creates the step to a property; `nil` if the property is not stored.
  init?<Record: ArchiveRecord, Member>(_ keyPath: KeyPath<Record, Member>) {
    let description = ColumnDescription(of: Record.self)
    guard let fields = Record.archiveSchema.cases.first else { return nil }
    if let composition = description.compositions.first(where: { $0.keyPath == keyPath }) {
      names = composition.names(fields)
      part = nil
      if names.isEmpty { return nil }
      return
    }
    guard let field = description.fields.first(where: { $0.keyPath == keyPath }) else { return nil }
    names = field.names(in: fields)
    if names.isEmpty { return nil }
    part = field.type is any StoredPart.Type ? field.type : nil
  }

  /// The stored type of the values at the step, an optional if a struct on the way may be missing.
  package var storedPart: (any ArchiveValue.Type)? {
    func optional<Part: ArchiveValue>(_ type: Part.Type) -> any ArchiveValue.Type { Part?.self }
    return part.map { entersOptional && !isOptional ? optional($0) : $0 }
  }
}

extension [PathStep] {
  package var storedName: String { map { $0.names[0] }.joined(separator: ".") }
}

extension [PathStep]? {
  /// Returns the steps and one more step to a property; `nil` if the property is not stored.
  package func adding<Record: ArchiveRecord, Member>(
    _ keyPath: KeyPath<Record, Member>, entersOptional: Bool = false, isOptional: Bool = false
  ) -> [PathStep]? {
    guard let self, var step = PathStep(keyPath) else { return nil }
    step.entersOptional = entersOptional
    step.isOptional = isOptional
    return self + [step]
  }
}

/// The computed properties of a record that depend on other properties, by name. Key-value observing needs it to tell
/// an observer of `fullName` when `firstName` changes.
///
/// Written by hand for a struct:
///
/// ```swift
/// static func _describeDerived(_ properties: inout _DerivedProperties<Person>) {
///   properties.property("fullName", \.fullName, dependsOn: ["firstName", "lastName"])
/// }
/// ```
///
/// `Record` is an ``ArchiveRecord``. It is not constrained to it, for the reason that ``_CaseDescription`` gives.
public struct _DerivedProperties<Record> {
  /// A computed property.
  package struct Property {
    package let name: String
    package let keyPath: PartialKeyPath<Record>
    package let dependencies: [String]
  }

  package private(set) var properties: [Property] = []

  package init() {}

  /// Describes the computed property at `keyPath`: its name, and the names of the properties that it depends on.
  ///
  /// - Parameters:
  ///   - name: The name for observers. If it is the name of a field, or was described before, the first description
  ///     counts.
  ///   - keyPath: The property. If it is writable, observers can also set it by name.
  ///   - names: Stored names of fields, and names of other derived properties. Any other name, such as the name of a
  ///     transient property, means something that may change at any time.
  public mutating func property<Value>(
    _ name: String, _ keyPath: KeyPath<Record, Value>, dependsOn names: [String]
  ) {
    properties.append(Property(name: name, keyPath: keyPath, dependencies: names))
  }
}

/// Callers lend it for the duration of a call.
@available(*, unavailable)
extension _DerivedProperties: Sendable {}

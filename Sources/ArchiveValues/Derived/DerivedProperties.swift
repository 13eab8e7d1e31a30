/// The computed properties of a record whose values follow from other properties, by name: what key-value observing
/// needs to know, so that an observer of `fullName` is told when `firstName` changes.
///
/// By hand, for a struct:
///
/// ```swift
/// static func describeDerived(_ properties: inout DerivedProperties<Person>) {
///   properties.property("fullName", \.fullName, dependsOn: ["firstName", "lastName"])
/// }
/// ```
///
/// `Record` is an ``ArchiveRecord``. That is no constraint, for the reason that ``ColumnDescription`` gives.
public struct DerivedProperties<Record> {
  /// A computed property.
  package struct Property {
    package let name: String
    package let keyPath: PartialKeyPath<Record>
    package let dependencies: [String]
  }

  package private(set) var properties: [Property] = []

  package init() {}

  /// The computed property at `keyPath` is called `name`, and follows from the properties called `names`.
  ///
  /// - Parameters:
  ///   - name: The name for observers. Where it is that of a field, or was given before, the first counts.
  ///   - keyPath: The property. Where it can be set, so can it by name.
  ///   - names: Stored names of fields, and names of other derived properties. A name that is neither, such as that of
  ///     a transient property, stands for something that may change at any time.
  public mutating func property<Value>(
    _ name: String, _ keyPath: KeyPath<Record, Value>, dependsOn names: [String]
  ) {
    properties.append(Property(name: name, keyPath: keyPath, dependencies: names))
  }
}

/// Only lent, for the time of a call.
@available(*, unavailable)
extension DerivedProperties: Sendable {}

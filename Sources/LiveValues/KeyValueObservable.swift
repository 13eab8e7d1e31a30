/// A struct that names properties for key-value coding and observing of its ``LiveValue``.
///
/// The fields of an `@Archivable` struct have their stored names already. List the computed properties that observers
/// know by name, and in a struct without archives the stored ones as well:
///
/// ```swift
/// extension Person: KeyValueObservable {
///   static var observableProperties: KeyValuePairs<String, PartialKeyPath<Self>> {
///     ["fullName": \.fullName]
///   }
/// }
/// ```
///
/// Key-value observing exists on Apple platforms only. ``LiveValue/observe(_:onChange:)`` and Swift Observation need no
/// list.
public protocol KeyValueObservable {
  /// The properties by name. Observers can set those with writable key paths. If a listed name is also a field's name,
  /// or is listed twice, the first property of the name counts.
  ///
  /// After each write while anyone observes by name, the listed properties of the old and the new struct are compared,
  /// so each should be fast, or cached by ``Transient(dependsOn:)``.
  static var observableProperties: KeyValuePairs<String, PartialKeyPath<Self>> { get }
}

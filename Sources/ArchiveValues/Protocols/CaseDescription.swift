/// Describes the cases of an enumeration: the value of each case without associated values, and otherwise the types
/// of the associated values.
///
/// `@Archivable` writes the calls. By hand, they look like this:
///
/// ```swift
/// static func _describeCases(_ cases: inout _CaseDescription<Shape>) {
///   cases.case(.empty, at: 0)
///   cases.case(Self.circle, at: 1)
/// }
/// ```
///
/// Describe every case of the ``ArchiveSchema``, once.
///
/// `Record` is an ``ArchiveRecord``, but the generic parameter has no such constraint: in a module that is isolated
/// to the main actor by default, conformances are isolated, and a nonisolated method could not use them.
public struct _CaseDescription<Record> {
  /// A case of an enumeration.
  package struct Case {
    /// The index in the ``ArchiveSchema``.
    package let position: Int
    /// The case as a value; `nil` if it has associated values.
    package let value: Record?
    /// The stored types of the associated values.
    package let payloads: [any ArchiveValue.Type]
  }

  package private(set) var cases: [Case] = []

  package init() {}

  /// Describes the case at `position`, `value`, which has no associated values.
  public mutating func `case`(_ value: Record, at position: Int) {
    cases.append(Case(position: position, value: value, payloads: []))
  }

  /// Describes the case at `position`, whose associated values are the parameters of its constructor `make`.
  public mutating func `case`<each Payload: ArchiveValue>(
    _ make: (repeat each Payload) -> Record, at position: Int
  ) {
    var payloads: [any ArchiveValue.Type] = []
    for type in repeat (each Payload).self { payloads.append(type) }
    cases.append(Case(position: position, value: nil, payloads: payloads))
  }

  /// Leaves out a case with an associated value that cannot be archived. The method is not marked unavailable, so
  /// that the compiler reports the value once, where it is encoded.
  @_disfavoredOverload
  public mutating func `case`<each Payload>(_ make: (repeat each Payload) -> Record, at position: Int) {}
}

/// Callers lend the description for the duration of a call.
@available(*, unavailable)
extension _CaseDescription: Sendable {}

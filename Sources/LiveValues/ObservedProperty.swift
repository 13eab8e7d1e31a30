internal import Observation

/// A property of a struct that someone observes or has read from a live reference. It knows how to compare the
/// property and how to notify Swift Observation.
struct ObservedProperty<Value> {
  let keyPath: PartialKeyPath<Value>
  /// Notify Swift Observation that the property is being read, will change, and did change.
  let access: (LiveValue<Value>) -> Void
  let willChange: (LiveValue<Value>) -> Void
  let didChange: (LiveValue<Value>) -> Void
  /// Returns whether the property is equal in two structs; `nil` if its type is not `Equatable`.
  private let isEqual: ((Value, Value) -> Bool)?
  /// The bytes of the struct that store the property; `nil` for computed and observed properties.
  private let place: Range<Int>?

  init(_ keyPath: PartialKeyPath<Value>) {
    guard let typed = keyPath as? any TypedKeyPath<Value> else {
      preconditionFailure("a key path without a type")
    }
    self = typed.observed
  }

  fileprivate init<Member>(typed keyPath: KeyPath<Value, Member>) {
    self.keyPath = keyPath
    if keyPath as PartialKeyPath<Value> == \Value.self {
      access = { $0.registrar.access($0, keyPath: \.value) }
      willChange = { $0.registrar.willSet($0, keyPath: \.value) }
      didChange = { $0.registrar.didSet($0, keyPath: \.value) }
    } else {
      let observed = \LiveValue<Value>.[dynamicMember: keyPath]
      access = { $0.registrar.access($0, keyPath: observed) }
      willChange = { $0.registrar.willSet($0, keyPath: observed) }
      didChange = { $0.registrar.didSet($0, keyPath: observed) }
    }
    isEqual = keyPath.comparison
    place = MemoryLayout<Value>.offset(of: keyPath).map { $0..<$0 + MemoryLayout<Member>.size }
  }

  /// Returns whether the property differs between two structs, or may differ if it cannot be compared.
  ///
  /// - Parameter written: The only property set between the two; `nil` if it could be any.
  func differs(_ old: Value, _ new: Value, written: @autoclosure () -> ObservedProperty?) -> Bool {
    if let isEqual { return !isEqual(old, new) }
    guard let written = written() else { return true }
    if let isEqual = written.isEqual, isEqual(old, new) { return false }
    guard let place, let other = written.place else { return true }
    return place.overlaps(other)
  }
}

extension KeyPath {
  var observed: ObservedProperty<Root> { ObservedProperty(typed: self) }
}

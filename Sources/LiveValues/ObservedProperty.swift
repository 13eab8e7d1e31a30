internal import ArchiveValues
internal import Observation

/// A property of a struct that someone has read from a live reference or observes: how to compare it, and how to tell
/// Swift Observation about it.
struct ObservedProperty<Value> {
  let keyPath: PartialKeyPath<Value>
  /// Says that it is being read, that it will change, and that it did.
  let access: (Live<Value>) -> Void
  let willChange: (Live<Value>) -> Void
  let didChange: (Live<Value>) -> Void
  /// Whether it is the same in two structs; `nil` when its type is not `Equatable`.
  private let isEqual: ((Value, Value) -> Bool)?
  /// The bytes of the struct that it is stored in; `nil` for computed and observed properties.
  private let place: Range<Int>?

  init(_ keyPath: PartialKeyPath<Value>) {
    guard let typed = keyPath as? any LiveKeyPath<Value> else {
      preconditionFailure("a key path without a type")
    }
    self = typed.property
  }

  fileprivate init<Member>(typed keyPath: KeyPath<Value, Member>) {
    self.keyPath = keyPath
    if keyPath as PartialKeyPath<Value> == \Value.self {
      access = { $0.registrar.access($0, keyPath: \.value) }
      willChange = { $0.registrar.willSet($0, keyPath: \.value) }
      didChange = { $0.registrar.didSet($0, keyPath: \.value) }
    } else {
      let observed = \Live<Value>.[dynamicMember: keyPath]
      access = { $0.registrar.access($0, keyPath: observed) }
      willChange = { $0.registrar.willSet($0, keyPath: observed) }
      didChange = { $0.registrar.didSet($0, keyPath: observed) }
    }
    isEqual = equality(of: Member.self).map { isEqual in
      { isEqual($0[keyPath: keyPath], $1[keyPath: keyPath]) }
    }
    place = MemoryLayout<Value>.offset(of: keyPath).map { $0..<$0 + MemoryLayout<Member>.size }
  }

  /// Whether it differs between two structs, or may differ where it cannot be compared.
  ///
  /// - Parameter written: The one property that was set between the two; `nil` when it could be any.
  func differs(_ old: Value, _ new: Value, written: @autoclosure () -> ObservedProperty?) -> Bool {
    if let isEqual { return !isEqual(old, new) }
    guard let written = written() else { return true }
    if let isEqual = written.isEqual, isEqual(old, new) { return false }
    guard let place, let other = written.place else { return true }
    return place.overlaps(other)
  }
}

/// A key path that knows the type of its value.
private protocol LiveKeyPath<Root> {
  associatedtype Root
  var property: ObservedProperty<Root> { get }
}

extension KeyPath: LiveKeyPath {
  fileprivate var property: ObservedProperty<Root> { ObservedProperty(typed: self) }
}

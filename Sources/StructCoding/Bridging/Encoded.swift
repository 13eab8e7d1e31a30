public import ArchiveValues

extension Sequence where Element: Archivable {
  /// The values as objects that any `NSCoder` can archive.
  ///
  /// ```swift
  /// coder.encode(sessions.encoded, forKey: "sessions")
  /// ```
  // A sequence that is archivable itself has its own `encoded`, which takes precedence.
  @_disfavoredOverload
  public var encoded: [Element.Coding] { map(\.encoded) }
}

extension Sequence where Element: ArchiveWrapper {
  /// The values of the objects.
  public var decoded: [Element.Value] { map(\.decoded) }
}

extension Optional where Wrapped: Archivable {
  /// The value as an object that any `NSCoder` can archive, or `nil`.
  public var encoded: Wrapped.Coding? { map { $0.encoded } }
}

extension Optional where Wrapped: ArchiveWrapper {
  /// The object's value, or `nil`.
  public var decoded: Wrapped.Value? { map { $0.decoded } }
}

extension Set where Element: Archivable {
  /// The values as objects that any `NSCoder` can archive. Objects of equal values are equal.
  public var encoded: Set<Element.Coding> { Set<Element.Coding>(lazy.map { $0.encoded }) }
}

extension Set where Element: ArchiveWrapper, Element.Value: Hashable {
  /// The values of the objects.
  public var decoded: Set<Element.Value> { Set<Element.Value>(lazy.map { $0.decoded }) }
}

extension Dictionary where Value: Archivable {
  /// The same keys, with every value as an object that any `NSCoder` can archive.
  public var encoded: [Key: Value.Coding] { mapValues { $0.encoded } }
}

extension Dictionary where Value: ArchiveWrapper {
  /// The same keys, with every object's value.
  public var decoded: [Key: Value.Value] { mapValues { $0.decoded } }
}

// Struct keys: an `NSDictionary` compares and hashes their objects like the structs themselves.

extension Dictionary where Key: Archivable {
  /// The same values, with every key as an object that any `NSCoder` can archive and that can be an `NSDictionary`
  /// key.
  public var encoded: [Key.Coding: Value] { withKeys { $0.encoded } }
}

extension Dictionary where Key: Archivable, Value: Archivable {
  /// Every key and every value as an object that any `NSCoder` can archive.
  public var encoded: [Key.Coding: Value.Coding] { mapValues { $0.encoded }.withKeys { $0.encoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable {
  /// The same values, under the values of the key objects. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value] { withKeys { $0.decoded } }
}

extension Dictionary where Key: ArchiveWrapper, Key.Value: Hashable, Value: ArchiveWrapper {
  /// The values of all keys and objects. Of keys with equal values, one is kept.
  public var decoded: [Key.Value: Value.Value] { mapValues { $0.decoded }.withKeys { $0.decoded } }
}

extension Dictionary {
  /// Returns the values under other keys. Of keys that become equal, one is kept.
  fileprivate func withKeys<Other: Hashable>(_ make: (Key) -> Other) -> [Other: Value] {
    var result: [Other: Value] = [:]
    result.reserveCapacity(count)
    for (key, value) in self { result[make(key)] = value }
    return result
  }
}

// Values of several types in one collection.

extension Sequence where Element == any Archivable {
  /// The values as objects that any `NSCoder` can archive, each of its own value's `Coding` class.
  ///
  /// ```swift
  /// let items: [any Archivable] = [session, event]
  /// let data = try NSKeyedArchiver.archivedData(withRootObject: items.encoded, requiringSecureCoding: true)
  /// ```
  public var encoded: [any ArchiveWrapper] { map { $0.encoded } }
}

extension Sequence where Element == any ArchiveWrapper {
  /// The values of the objects.
  ///
  /// ```swift
  /// let classes = [NSArray.self, Session.Coding.self, Event.Coding.self]
  /// let objects = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
  /// let items = (objects as? [any ArchiveWrapper])?.decoded
  /// ```
  public var decoded: [any Archivable] { map { $0.decoded } }
}

// Objects whose static type is lost, as in an `NSArray` from an `NSCoder`.

extension Sequence {
  /// Returns the values of wrapper objects whose type the compiler does not know.
  ///
  /// ```swift
  /// let objects = coder.decodeObject(of: [NSArray.self, Session.Coding.self], forKey: "sessions") as? [Any] ?? []
  /// let sessions = try objects.decoded(as: Session.self)
  /// ```
  ///
  /// Also accepts values that are not wrapped.
  ///
  /// - Throws: ``ArchiveError`` with the code ``ArchiveError/Code/classMismatch`` for the first element that is
  ///   neither a `Value.Coding` nor a `Value`. The error names both classes and the position.
  public func decoded<Value: Archivable>(as type: Value.Type) throws -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(underestimatedCount)
    for (position, element) in enumerated() {
      guard let value = bridged(element, to: type) else {
        throw ArchiveError(
          .classMismatch, expected: "a \(Value.Coding.self) of \(type)",
          found: "a \(Swift.type(of: element as Any))",
          path: [.index(position)],
          advice: .changeCode("compactDecoded(as:) leaves such elements out."))
      }
      values.append(value)
    }
    return values
  }

  /// Returns the values of the elements that are a `Value.Coding` or a `Value`, and drops all others.
  public func compactDecoded<Value: Archivable>(as type: Value.Type) -> [Value] {
    compactMap { bridged($0, to: type) }
  }
}

private func bridged<Value: Archivable>(_ element: Any, to type: Value.Type) -> Value? {
  (element as? Value.Coding)?.decoded ?? element as? Value
}

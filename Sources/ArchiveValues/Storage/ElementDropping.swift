internal import ArchiveBytes

/// A collection that can be read without the elements that cannot: what a property with the policy
/// ``DecodeFailurePolicy/dropElements`` holds.
public protocol _ElementDropping {
  /// Reads the collection at the current place, and leaves out elements that cannot be read.
  ///
  /// - Throws: Errors about something else than a collection, a damaged archive, or an exceeded limit.
  static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Self
}

extension Array: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Element] {
    do {
      return try decoder._decodeCollection(.array) { decoder, count in
        // The count is backed by bytes, but a value may be far larger than its bytes, so the array grows with the values.
        var values: [Element] = []
        values.reserveCapacity(Swift.min(count, 1024))
        for position in 0..<count {
          if let value: Element = try decoder.decodeOrDrop(at: position) { values.append(value) }
        }
        return values
      }
    } catch let error as ArchiveError where error.code == .typeMismatch && error.path.isEmpty {
      // Bytes are stored as data, and have no elements that could fail.
      guard let values = try? decodeValue(from: &decoder) else { throw error }
      return values
    }
  }
}

extension Set: _ElementDropping where Element: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Set<Element> {
    try decoder._decodeCollection(.set) { decoder, count in
      var elements = Set(minimumCapacity: Swift.min(count, 1024))
      for position in 0..<count {
        guard let element: Element = try decoder.decodeOrDrop(at: position) else { continue }
        try decoder._completeInstances()
        if !elements.insert(element).inserted {
          let error = decoder.invalid("a second \(element)", expected: "distinct elements of a set")
          DecodeFailures.add(error.prefixed(.index(position)), used: .nothing)
        }
      }
      return elements
    }
  }
}

extension Dictionary: _ElementDropping where Key: ArchiveValue, Value: ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> [Key: Value] {
    try decoder._decodeCollection(.dictionary) { decoder, count in
      var keys: [Key?] = []
      keys.reserveCapacity(Swift.min(count, 1024))
      for position in 0..<count { keys.append(try decoder.decodeOrDrop(at: position, .index(position))) }
      try decoder._completeInstances()

      var entries = Dictionary(minimumCapacity: Swift.min(count, 1024))
      for (position, key) in keys.enumerated() {
        guard let key else { continue }
        let place = ArchiveError.PathComponent.key("\(key)")
        guard let value: Value = try decoder.decodeOrDrop(at: count + position, place) else { continue }
        if entries.updateValue(value, forKey: key) != nil {
          let error = decoder.invalid("a second \(key)", expected: "distinct keys of a dictionary")
          DecodeFailures.add(error.prefixed(place), used: .nothing)
        }
      }
      return entries
    }
  }
}

/// `nil` stays `nil`.
extension Optional: _ElementDropping where Wrapped: _ElementDropping & ArchiveValue {
  public static func _decodeDropping(from decoder: inout some ValueDecoder) throws -> Wrapped? {
    try decoder.decodeNil() ? nil : try Wrapped._decodeDropping(from: &decoder)
  }
}

extension FieldDecoder {
  /// Reads an element. Returns `nil` if it alone cannot be read.
  ///
  /// - Parameter place: The place of the element, if the decoder does not add it to the paths of errors itself: an entry
  ///   of a dictionary.
  fileprivate mutating func decodeOrDrop<Value: ArchiveValue>(
    at position: Int, _ place: ArchiveError.PathComponent? = nil
  ) throws -> Value? {
    let count = DecodeFailures.count
    do {
      let value: Value = try decode(at: position)
      DecodeFailures.locate(from: count, at: place ?? .index(position))
      return value
    } catch {
      let error = ArchiveError.wrapping(error)
      guard error.isOfOneValue else { throw error }
      DecodeFailures.goBack(to: count)
      DecodeFailures.add(place.map(error.prefixed) ?? error, used: .nothing)
      return nil
    }
  }
}

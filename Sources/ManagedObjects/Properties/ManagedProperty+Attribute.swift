internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

extension ManagedProperty {
  /// The attribute that the property needs.
  ///
  /// - Throws: ``ArchiveError`` if no attribute can hold the values of the property or its initial value, or if the
  ///   initial value differs each time.
  public var attribute: ManagedAttribute {
    get throws {
      do {
        let initial = initialValue()
        guard areEqual(initial, initialValue()) else {
          throw ArchiveError(
            .unsupported, expected: "an initial value that is the same for each object",
            found: "one that changes",
            advice: .changeCode("Make the property optional, and set it in awakeFromInsert()."))
        }
        var attribute = try storage.attribute(attributeName)
        attribute.defaultValue = try storage.encode(initial)
        attribute.isTransient = isTransient
        attribute.formerName = formerName
        attribute.isInitialValue = { areEqual(try value(in: $0), initial) }
        return attribute
      } catch { throw located(error) }
    }
  }

  public func _comparedValue(of value: Value) throws -> Any? {
    let stored = try attributeValue(of: value)
    let isObject = try storage.attribute(attributeName).type == .transformable
    guard stored == nil || !isObject && (!(stored is Data) || value is Data) else {
      throw located(
        ArchiveError(
          .unsupported, expected: "a value that a store can compare",
          found: "one that is stored as a payload or an object"))
    }
    return stored
  }

  /// Whether two values are equal; true if they cannot be compared.
  private func areEqual(_ one: Value, _ other: Value) -> Bool {
    func areEqual<Same: Equatable>(_: Same.Type) -> Bool { one as? Same == other as? Same }
    return (Value.self as? any Equatable.Type).map { areEqual($0) } ?? true
  }

  /// Reports the differences between the attribute in the object's model and the one that the property needs, when the
  /// property of the class is used for the first time.
  func checkModel(of object: Object) {
    let isFirst = uses.withLock {
      $0[ObjectIdentifier(Object.self), default: []].insert(attributeName).inserted
    }
    guard isFirst, let found = object._modelAttribute(forKey: attributeName) else { return }
    reporting(.storedValue) {
      for difference in try attribute.differences(from: found) {
        let error = ArchiveError(
          .unsupported, expected: "an attribute that fits the property", found: "one that differs",
          advice: .changeCode(difference.prefix(1).uppercased() + difference.dropFirst()))
        DecodeFailures.report(located(error), used: .storedValue)
      }
    }
  }
}

/// The properties that have been used, by class.
private let uses = Locked<[ObjectIdentifier: Set<String>]>([:])

internal import ArchiveBytes
public import ArchiveValues
internal import Foundation

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

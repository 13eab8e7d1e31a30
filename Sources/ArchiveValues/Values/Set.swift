internal import ArchiveBytes
internal import Foundation

/// Stored in an order that depends only on the elements, so equal sets of equal elements give the same bytes.
extension Set: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some ValueEncoder) throws {
    let elements = try canonicallyOrdered(Array(self)) { $0 }
    try encoder._encodeCollection(.set, count: elements.count) { encoder in
      for (position, element) in elements.enumerated() { try encoder.encode(element, at: position) }
    }
  }

  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> Set<Element> {
    try decode(from: &decoder, dropping: false)
  }

  /// Reads the set.
  ///
  /// - Parameter dropping: Whether elements that cannot be read are left out.
  static func decode(from decoder: inout some ValueDecoder, dropping: Bool) throws -> Set<Element> {
    try decoder._decodeCollection(.set) { decoder, count in
      // The archive's bytes bound the count, but elements may be far larger than their bytes, so the table grows with
      // them.
      var elements = Set(minimumCapacity: Swift.min(count, 1024))
      for position in 0..<count {
        guard let element: Element = try decoder.decode(at: position, dropping: dropping) else { continue }
        try decoder._completeInstances()
        if elements.insert(element).inserted { continue }
        let error = decoder.invalid("a second \(element)", expected: "distinct elements of a set")
        guard dropping else { throw error }
        DecodeFailures.add(error.prefixed(.index(position)), used: .nothing)
      }
      return elements
    }
  }

  public static var archiveClasses: [AnyClass] { [NSSet.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Set_\(Element.archiveName)" }
}

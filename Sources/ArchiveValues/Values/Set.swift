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
    try decoder._decodeCollection(.set) { decoder, count in
      // The count is backed by bytes, but elements may be far larger than their bytes, so the table grows with them.
      var elements = Set(minimumCapacity: Swift.min(count, 1024))
      for position in 0..<count {
        let element: Element = try decoder.decode(at: position)
        try decoder._completeInstances()
        guard elements.insert(element).inserted else {
          throw decoder.invalid("a second \(element)", expected: "distinct elements of a set")
        }
      }
      return elements
    }
  }

  public static var archiveClasses: [AnyClass] { [NSSet.self].adding(Element.archiveClasses) }
  public static var archiveName: String { "Set_\(Element.archiveName)" }
}

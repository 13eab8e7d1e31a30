internal import ArchiveBytes
internal import Foundation

/// Stored like an array, which has as many elements as the type says.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
extension InlineArray: ArchiveValue where Element: ArchiveValue {
  public func encodeValue(to encoder: inout some KeyedEncoder) throws {
    try elements.encodeValue(to: &encoder)
  }

  public static func decodeValue(from decoder: inout some KeyedDecoder) throws -> InlineArray {
    let elements = try [Element].decodeValue(from: &decoder)
    return try decoder.locating { try InlineArray(stored: elements) }
  }

  public static var archiveClasses: [AnyClass] { [Element].archiveClasses }
  public static var archiveName: String { "InlineArray_\(count)_\(Element.archiveName)" }

  public static var archiveColumn: ArchiveColumn {
    .stored(as: [Element].self) { (value: InlineArray) in
      value.elements
    } decode: {
      try InlineArray(stored: $0)
    }
  }

  private var elements: [Element] { indices.map { self[$0] } }

  private init(stored elements: [Element]) throws {
    guard elements.count == Self.count else {
      throw ArchiveError(
        .invalidValue, expected: "\(Self.count) elements", found: "\(elements.count)")
    }
    self.init { elements[$0] }
  }
}

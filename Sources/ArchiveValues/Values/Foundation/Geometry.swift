internal import ArchiveBytes
public import Foundation

// Points, sizes and rectangles in Apple's layout of `NSValue`: the kind, and a string of the numbers.

/// A structure whose numbers are stored as a string in an `NSValue`.
package protocol HeldAsNumbersText: HeldByNSValue {
  /// All numbers, in the order of the string.
  var numbers: [CGFloat] { get set }
}

extension HeldAsNumbersText {
  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(NumbersText(numbers), at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    self.init()
    numbers = try (decoder.decode(at: 1) as NumbersText).values(numbers.count, in: decoder)
  }
}

extension CGPoint: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .point }
  public static let archiveSchema = NSValueLayout.point.schema

  package var numbers: [CGFloat] {
    get { [x, y] }
    set { (x, y) = (newValue[0], newValue[1]) }
  }
}

extension CGSize: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .size }
  public static let archiveSchema = NSValueLayout.size.schema

  package var numbers: [CGFloat] {
    get { [width, height] }
    set { (width, height) = (newValue[0], newValue[1]) }
  }
}

extension CGRect: ArchiveRecord, HeldAsNumbersText {
  package static var layout: NSValueLayout { .rect }
  public static let archiveSchema = NSValueLayout.rect.schema

  // Reads `size`, since the rectangle's own `width` and `height` would drop the sign.
  package var numbers: [CGFloat] {
    get { origin.numbers + size.numbers }
    set { (origin.numbers, size.numbers) = (Array(newValue[..<2]), Array(newValue[2...])) }
  }
}

#if canImport(ObjectiveC)
  /// Stored as an array of its two components. Apple's archives have no form of a vector that all platforms can read.
  extension CGVector: ArchiveRepresentable {
    public var archiveForm: [CGFloat] { [dx, dy] }

    public init(archiveForm: [CGFloat]) throws {
      guard archiveForm.count == 2 else {
        throw ArchiveError(.invalidValue, expected: "2 numbers", found: "\(archiveForm.count) numbers")
      }
      self.init(dx: archiveForm[0], dy: archiveForm[1])
    }
  }
#endif

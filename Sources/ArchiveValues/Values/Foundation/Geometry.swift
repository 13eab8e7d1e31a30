internal import ArchiveBytes
public import Foundation

// Points, sizes and rectangles in Apple's layout of `NSValue`: the kind, and a string of the numbers.

extension CGPoint: ArchiveRecord, HeldByNSValue {
  static var layout: NSValueLayout { .point }
  public static let archiveSchema = NSValueLayout.point.schema

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(NumbersText([x, y]), at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    let numbers = try (decoder.decode(at: 1) as NumbersText).values(2, in: decoder)
    self.init(x: numbers[0], y: numbers[1])
  }

  public var _archiveObject: NSObject? { NSValue(holding: self) }

  public init?(_archiveObject: NSObject) {
    guard let point: CGPoint = (_archiveObject as? NSValue)?.held() else { return nil }
    self = point
  }

  public static var archiveClasses: [AnyClass] { [NSValue.self] }
}

extension CGSize: ArchiveRecord, HeldByNSValue {
  static var layout: NSValueLayout { .size }
  public static let archiveSchema = NSValueLayout.size.schema

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    try encoder.encode(NumbersText([width, height]), at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    let numbers = try (decoder.decode(at: 1) as NumbersText).values(2, in: decoder)
    self.init(width: numbers[0], height: numbers[1])
  }

  public var _archiveObject: NSObject? { NSValue(holding: self) }

  public init?(_archiveObject: NSObject) {
    guard let size: CGSize = (_archiveObject as? NSValue)?.held() else { return nil }
    self = size
  }

  public static var archiveClasses: [AnyClass] { [NSValue.self] }
}

extension CGRect: ArchiveRecord, HeldByNSValue {
  static var layout: NSValueLayout { .rect }
  public static let archiveSchema = NSValueLayout.rect.schema

  public func encodeFields(to encoder: inout some FieldEncoder) throws {
    try encoder.encode(Self.layout.kind, at: 0)
    // Uses `origin` and `size` directly; `width` and `height` would drop the sign.
    try encoder.encode(NumbersText([origin.x, origin.y, size.width, size.height]), at: 1)
  }

  public init(fields decoder: inout some FieldDecoder) throws {
    try Self.layout.check(in: &decoder)
    let numbers = try (decoder.decode(at: 1) as NumbersText).values(4, in: decoder)
    self.init(
      origin: CGPoint(x: numbers[0], y: numbers[1]), size: CGSize(width: numbers[2], height: numbers[3]))
  }

  public var _archiveObject: NSObject? { NSValue(holding: self) }

  public init?(_archiveObject: NSObject) {
    guard let rect: CGRect = (_archiveObject as? NSValue)?.held() else { return nil }
    self = rect
  }

  public static var archiveClasses: [AnyClass] { [NSValue.self] }
}

#if canImport(ObjectiveC)
  /// Stored as an array of its two components. Apple's archives have no form for it that all platforms can read.
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

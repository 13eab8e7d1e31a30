public import Foundation

// Foundation provides the type on macOS and Linux. On Apple's other systems, UIKit provides its own.
#if canImport(AppKit) || !canImport(ObjectiveC)
  /// Apple's layout of `NSValue` with insets: four numbers.
  extension NSEdgeInsets: ArchiveRecord, HeldByNSValue {
    package static var layout: NSValueLayout { .edgeInsets }
    public static let archiveSchema = NSValueLayout.edgeInsets.schema

    public func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(Self.layout.kind, at: 0)
      for (position, inset) in [top, left, bottom, right].enumerated() {
        try encoder.encode(Double(inset), at: position + 1)
      }
    }

    public init(fields decoder: inout some FieldDecoder) throws {
      try Self.layout.check(in: &decoder)
      self.init()
      top = CGFloat(try decoder.decode(at: 1) as Double)
      left = CGFloat(try decoder.decode(at: 2) as Double)
      bottom = CGFloat(try decoder.decode(at: 3) as Double)
      right = CGFloat(try decoder.decode(at: 4) as Double)
    }
  }
#endif

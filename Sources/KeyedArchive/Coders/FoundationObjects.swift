internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Foundation's own classes, which are stored by the layout of the value types they stand for.
enum FoundationObjects {
  /// The value types with a layout of Apple's, most specific class first (an `NSDecimalNumber` is an `NSNumber`).
  static var records: [any ArchiveRecord.Type] {
    [
      Decimal.self, URL.self, UUID.self, DateInterval.self, DateComponents.self, Calendar.self, Locale.self,
      TimeZone.self, IndexSet.self, IndexPath.self, CGPoint.self, CGSize.self, CGRect.self, NSRange.self,
    ]
  }
}

package import ArchiveValues
internal import Foundation

/// The value types that have the layout of one of Foundation's own classes.
package enum FoundationRecords {
  /// The most specific class first: an `NSDecimalNumber` is an `NSNumber`.
  package static var types: [any ArchiveRecord.Type] {
    [
      Decimal.self, URL.self, UUID.self, DateInterval.self, DateComponents.self, Calendar.self, Locale.self,
      TimeZone.self, IndexSet.self, IndexPath.self, CGPoint.self, CGSize.self, CGRect.self, NSRange.self,
    ]
  }
}

internal import Foundation

/// The types of Foundation that are records in Apple's layout: what an `NSCoder`, or a document, may have without a type
/// of the user's that asks for it.
package enum FoundationRecords {
  /// Types whose class is a subclass of another's come before it, and of several types with one class, such as those of
  /// `NSValue`, the first stands for all where only the name of the class is known. A generic type, such as
  /// `Measurement`, is not among them.
  package static var types: [any ArchiveRecord.Type] {
    [
      Decimal.self, URL.self, UUID.self, DateInterval.self, DateComponents.self, Calendar.self, Locale.self,
      TimeZone.self, IndexSet.self, IndexPath.self, CGPoint.self, CGSize.self, CGRect.self, NSRange.self,
    ]
  }
}

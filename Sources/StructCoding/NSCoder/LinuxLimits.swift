internal import ArchiveBytes
internal import Foundation

/// Refuses objects that Foundation's archivers on Linux cannot archive, before they try.
///
/// Archiving an `NSDecimalNumber` overflows the stack there, and an `NSDateInterval` loses its duration. Apple's
/// archivers and this library's have neither fault.
enum LinuxLimits {
  static func check(_ classes: [AnyClass], in coder: NSCoder) throws {
    #if !canImport(ObjectiveC)
      guard coder is NSKeyedArchiver || coder is NSKeyedUnarchiver else { return }
      for broken: AnyClass in [NSDecimalNumber.self, NSDateInterval.self]
      where classes.contains(where: { $0 == broken }) {
        throw ArchiveError(
          .unsupported, found: "an \(broken)",
          advice:
            .changeCode(
              "Foundation on Linux cannot archive this class; use KeyedArchive, which writes the same format."
            ))
      }
    #endif
  }

  /// Returns the classes to request from the coder instead of `classes`. The caller must check the class of the
  /// result.
  ///
  /// Foundation's unarchiver on Linux crashes on an object of another class. So the list includes the classes of
  /// plain values: a date instead of a string then causes an ordinary error.
  static func classesToRead(_ classes: [AnyClass], in coder: NSCoder) -> [AnyClass] {
    #if canImport(ObjectiveC)
      return classes
    #else
      guard coder is NSKeyedUnarchiver else { return classes }
      return classes + [
        NSString.self, NSData.self, NSDate.self, NSArray.self, NSSet.self, NSDictionary.self,
      ]
    #endif
  }
}

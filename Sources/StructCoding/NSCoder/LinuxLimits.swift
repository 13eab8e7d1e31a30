internal import ArchiveBytes
internal import Foundation

/// What Foundation's archivers on Linux cannot do, refused before they try.
///
/// Archiving an `NSDecimalNumber` overflows the stack there, and an `NSDateInterval` comes back with no duration.
/// Apple's archivers and our own have neither fault.
enum LinuxLimits {
  static func check(_ classes: [AnyClass], in coder: NSCoder) throws {
    #if !canImport(ObjectiveC)
      guard coder is NSKeyedArchiver || coder is NSKeyedUnarchiver else { return }
      for broken: AnyClass in [NSDecimalNumber.self, NSDateInterval.self]
      where classes.contains(where: { $0 == broken }) {
        throw ArchiveError(
          .unsupported, found: "an \(broken)",
          advice:
            "Foundation on Linux cannot archive this class; use KeyedArchive, which writes the same format.")
      }
    #endif
  }

  /// The classes to ask the coder for where those of `classes` are wanted; what comes has to be checked.
  ///
  /// Foundation's unarchiver on Linux ends the process at an object of another class. So it is asked for the classes of
  /// plain values as well: a date where a string belongs is then an error like any other.
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

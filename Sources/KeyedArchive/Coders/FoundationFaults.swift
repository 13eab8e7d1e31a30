internal import ArchiveBytes
internal import Foundation

/// The classes of Foundation on Linux that end the program when they are archived or read, whatever the coder is.
enum FoundationFaults {
  /// By their names.
  private static let classes: Set<String> = []

  static func check(_ type: AnyClass, at reader: ObjectTableReader) throws {
    #if !canImport(ObjectiveC)
      guard classes.contains(String(reflecting: type)) else { return }
      throw reader.failure(
        .unsupported, expected: "a class that Foundation on Linux can archive", found: "\(type)", advice: nil)
    #endif
  }
}

internal import ArchiveBytes

/// The first bytes of a file: "TSAF", the version, and the numbers of entries in a reader's caches. Version 2 uses
/// one cache.
struct FastCodingHeader {
  private(set) var majorVersion: UInt16 = 3
  var minorVersion: UInt16 = 3
  var objectCount: UInt32 = 0
  var classCount: UInt32 = 0
  var stringCount: UInt32 = 0

  static let size = 20
  private static let identifier: UInt32 = 0x4641_5354

  init() {}

  init(_ cursor: inout ChunkCursor) throws {
    guard try cursor.integer(as: UInt32.self) == Self.identifier else {
      throw ArchiveError(
        .malformed, expected: "a FastCoding file, which begins with “TSAF”", found: "other bytes", offset: 0)
    }
    majorVersion = try cursor.integer(as: UInt16.self)
    guard majorVersion == 2 || majorVersion == 3 else {
      throw ArchiveError(
        .unsupported, expected: "FastCoding 2 or 3", found: "a file of FastCoding \(majorVersion)", offset: 4,
        advice: "The file is damaged, or has an unsupported version.")
    }
    minorVersion = try cursor.integer(as: UInt16.self)
    objectCount = try cursor.integer(as: UInt32.self)
    if majorVersion == 2 {
      cursor.greatestAlignment = 4
      return
    }
    classCount = try cursor.integer(as: UInt32.self)
    stringCount = try cursor.integer(as: UInt32.self)
  }

  var bytes: [UInt8] {
    var sink = ChunkSink()
    sink.append(Self.identifier)
    sink.append(majorVersion)
    sink.append(minorVersion)
    sink.append(objectCount)
    sink.append(classCount)
    sink.append(stringCount)
    return sink.bytes
  }
}

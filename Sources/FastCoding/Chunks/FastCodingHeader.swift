internal import ArchiveBytes

/// The first twenty bytes of a file: "TSAF", the version, and the numbers of entries in a reader's caches.
struct FastCodingHeader {
  var minorVersion: UInt16 = 3
  var objectCount: UInt32 = 0
  var classCount: UInt32 = 0
  var stringCount: UInt32 = 0

  static let size = 20
  private static let identifier: UInt32 = 0x4641_5354
  private static let majorVersion: UInt16 = 3

  init() {}

  init(_ cursor: inout ChunkCursor) throws {
    guard try cursor.integer(as: UInt32.self) == Self.identifier else {
      throw ArchiveError(
        .malformed, expected: "a FastCoding file, which begins with “TSAF”", found: "other bytes", offset: 0)
    }
    let major = try cursor.integer(as: UInt16.self)
    guard major == Self.majorVersion else {
      throw ArchiveError(
        .unsupported, expected: "FastCoding 3", found: "a file of FastCoding \(major)", offset: 4,
        advice: major == 2
          ? "FastCoding 2.x had another format. Read the file with FastCoder 3 and write it again."
          : "The file is damaged, or has an unsupported version.")
    }
    minorVersion = try cursor.integer(as: UInt16.self)
    objectCount = try cursor.integer(as: UInt32.self)
    classCount = try cursor.integer(as: UInt32.self)
    stringCount = try cursor.integer(as: UInt32.self)
  }

  var bytes: [UInt8] {
    var sink = ChunkSink()
    sink.append(Self.identifier)
    sink.append(Self.majorVersion)
    sink.append(minorVersion)
    sink.append(objectCount)
    sink.append(classCount)
    sink.append(stringCount)
    return sink.bytes
  }
}

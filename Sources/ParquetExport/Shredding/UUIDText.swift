internal import ColumnArchives

/// Writes UUIDs as text, in the form of `UUID.uuidString`.
enum UUIDText {
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns the texts of UUIDs of 16 bytes each.
  static func run(of uuids: [UInt8]) -> ExportRun {
    let count = uuids.count / 16
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36 * count)
    for (position, byte) in uuids.enumerated() {
      if [4, 6, 8, 10].contains(position % 16) { bytes.append(UInt8(ascii: "-")) }
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
    return ExportRun(bytes: bytes, ends: (0..<count).map { 36 * ($0 + 1) })
  }
}

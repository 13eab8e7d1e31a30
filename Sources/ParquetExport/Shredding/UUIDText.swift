internal import Foundation

extension [UInt8] {
  /// The texts of UUIDs of 16 bytes each.
  var uuidTexts: [String] {
    stride(from: 0, to: count, by: 16).map { start in
      // SAFETY: a slice of 16 bytes has the size of a UUID.
      let uuid = unsafe self[start..<start + 16].withUnsafeBytes { unsafe $0.loadUnaligned(as: uuid_t.self) }
      return UUID(uuid: uuid).uuidString
    }
  }
}

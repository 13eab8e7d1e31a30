package import Foundation

/// Unsigned integers in the packed form of `NSIndexSet` and `NSIndexPath`: seven bits per byte, lowest first. The
/// highest bit is set in every byte except an integer's last.
package enum Varints {
  package static func packed(_ integers: some Sequence<UInt64>) -> Data {
    var bytes = Data()
    for integer in integers {
      var rest = integer
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes
  }

  /// Returns the integers packed in `data`; `nil` if it ends inside an integer, or an integer does not fit 64 bits.
  package static func unpacked(_ data: Data) -> [UInt64]? {
    var integers: [UInt64] = []
    var integer: UInt64 = 0
    var shift = 0
    for byte in data {
      let bits = UInt64(byte & 0x7f)
      guard shift < 64, (bits << shift) >> shift == bits else { return nil }
      integer |= bits << shift
      if byte & 0x80 != 0 {
        shift += 7
      } else {
        integers.append(integer)
        (integer, shift) = (0, 0)
      }
    }
    return shift == 0 ? integers : nil
  }
}

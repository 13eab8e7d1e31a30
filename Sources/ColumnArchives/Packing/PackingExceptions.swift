internal import ArchiveBytes

/// A number that does not fit among those that are packed: after them, its position and the number itself are stored.
struct PackingException {
  let position: Int
  let number: UInt64
}

extension ByteCursor {
  /// Reads exceptions among `count` numbers. They are copies, which do not change as a mapped file may.
  mutating func readExceptions<Position: FixedWidthInteger, Number: FixedWidthInteger>(
    _ exceptionCount: Int, among count: Int, positions: Position.Type, numbers: Number.Type
  ) throws -> [PackingException] {
    var exceptions: [PackingException] = []
    for _ in 0..<exceptionCount {
      let position = Int(clamping: try readNumber(as: Position.self))
      guard position > exceptions.last?.position ?? -1, position < count else {
        throw malformed("ascending positions of exceptions below \(count)", "\(position)")
      }
      exceptions.append(
        PackingException(position: position, number: UInt64(try readNumber(as: Number.self))))
    }
    return exceptions
  }
}

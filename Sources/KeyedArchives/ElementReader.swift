internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads the elements of an array of an archive, some at a time.
struct ElementReader {
  /// The bytes of the archive, which the reader reads in place.
  private let data: NSData
  private var reader: ObjectTableReader
  private let array: ObjectTableReader.OpenCollection
  private var position = 0

  /// Opens the array that `$top` stores under `key`.
  init(_ data: Data, limits: ArchiveLimits, key: String) throws {
    // Unlike `Data`, its object has the bytes at one address.
    self.data = data as NSData
    let bytes = unsafe UnsafeRawBufferPointer(start: self.data.bytes, count: self.data.length)
    reader = ObjectTableReader(try unsafe ObjectTable(bytes), limits: limits)
    try reader.moveToTop(key)
    array = try reader.beginCollection(.array)
  }

  /// The number of elements.
  var count: Int { reader.scope.count }

  /// The most that is read at a time: elements, and bytes that are charged for them, except for the last one.
  private static let pieceLimit = (count: 64, size: 1 << 16)

  /// Reads the next elements; there are none at the end. If one cannot be read, returns those before it, and throws at
  /// the next call.
  mutating func next<Value: ArchiveValue>(_ type: Value.Type) throws -> [Value] {
    // Each call may be on another thread.
    reader.stack = StackGuard()
    var values: [Value] = []
    let budget = reader.budget
    while position < count, values.count < Self.pieceLimit.count,
      budget &- reader.budget < Self.pieceLimit.size
    {
      do {
        values.append(try reader.decode(at: position))
        position += 1
      } catch {
        if values.isEmpty { throw reader.abandon(array, error) }
        break
      }
    }
    try reader.finishInstances(keepingIdentity: true)
    return values
  }
}

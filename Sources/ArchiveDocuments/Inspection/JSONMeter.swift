internal import ArchiveBytes
internal import Foundation

/// Finds where the bytes of a JSON text are, by the names of the fields: the name and the value of each count for it,
/// punctuation and white space for the object or array they are in.
///
/// The text is not checked; whatever it is, its bytes are counted.
struct JSONMeter {
  private let root = ByteTally(name: "archive")
  /// The objects and arrays around the present place.
  private var open: [(tally: ByteTally, isObject: Bool)] = []
  /// The field whose value comes next.
  private var field: ByteTally?

  static func map(_ data: Data) -> ByteMap {
    var meter = JSONMeter()
    unsafe data.withUnsafeBytes { unsafe meter.measure($0) }
    return meter.root.map
  }

  private mutating func measure(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count {
      let start = position
      let byte = unsafe bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        let tally = takeField()
        tally.own += 1
        open.append((tally, byte == UInt8(ascii: "{")))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        field = nil
        (open.popLast()?.tally ?? root).own += 1
      case UInt8(ascii: "\""):
        while position < bytes.count, unsafe bytes[position] != UInt8(ascii: "\"") {
          position += unsafe bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
        count(stringOf: unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<position]))
      case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
        (open.last?.tally ?? root).own += 1
      default:
        while position < bytes.count, unsafe Self.isLiteral(bytes[position]) { position += 1 }
        let tally = takeField()
        tally.own += position - start
        if open.isEmpty { tally.add(count: 1) }
      }
    }
  }

  private static func isLiteral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// What the value at the present place counts for.
  private mutating func takeField() -> ByteTally {
    defer { field = nil }
    return field ?? open.last?.tally ?? root
  }

  private mutating func count(stringOf bytes: UnsafeRawBufferPointer) {
    guard let last = open.last, last.isObject, field == nil else {
      takeField().own += bytes.count
      return
    }
    let text = unsafe bytes.dropFirst().dropLast()
    var name = unsafe String(decoding: text, as: UTF8.self)
    if name.contains("\\"), let decoded = unsafe try? JSONDecoder().decode(String.self, from: Data(bytes)) {
      name = decoded
    }
    let tally = last.tally[name]
    if tally !== last.tally { tally.add(count: 1) }
    tally.own += bytes.count
    field = tally
  }
}

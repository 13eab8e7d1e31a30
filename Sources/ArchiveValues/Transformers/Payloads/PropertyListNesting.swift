internal import ArchiveBytes
internal import Foundation

extension PayloadNesting {
  /// Checks the nesting of a binary property list: no object contains itself, and the expanded content is not much
  /// larger than its bytes. The decoder checks whether its objects are valid.
  static func check(propertyList data: Data) throws {
    try PropertyListGraph(data).check()
  }
}

/// The objects of a binary property list, with their references and sizes.
private struct PropertyListGraph {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let top: Int
  private let table: Int

  init(_ data: Data) throws {
    bytes = Array(data)
    guard bytes.count >= 40, bytes.starts(with: Array("bplist0".utf8)) else { throw Self.malformed }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    count = Self.number(bytes[(trailer + 8)..<(trailer + 16)])
    top = Self.number(bytes[(trailer + 16)..<(trailer + 24)])
    table = Self.number(bytes[(trailer + 24)..<(trailer + 32)])
    let (size, overflow) = count.multipliedReportingOverflow(by: offsetSize)
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), !overflow, count > 0, top < count,
      table <= trailer, size <= trailer - table
    else { throw Self.malformed }
  }

  private static let malformed = ArchiveError(
    .invalidValue, expected: "a binary property list", found: "other bytes")

  /// Returns a big-endian number, clamped to `Int.max`.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  /// Returns the objects that an array or a dictionary refers to, or the number of bytes of a string or data.
  private func content(of object: Int) throws -> (children: [Int], size: Int) {
    let entry = table + object * offsetSize
    var position = Self.number(bytes[entry..<(entry + offsetSize)])
    guard position < table else { throw Self.malformed }
    let marker = bytes[position]
    guard [0x40, 0x50, 0x60, 0xA0, 0xC0, 0xD0].contains(marker & 0xF0) else { return ([], 0) }
    position += 1
    var length = Int(marker & 0x0F)
    if length == 15 {
      guard position < table, bytes[position] & 0xF0 == 0x10, bytes[position] & 0x0F <= 3 else {
        throw Self.malformed
      }
      let width = 1 << Int(bytes[position] & 0x0F)
      guard width < table - position else { throw Self.malformed }
      length = Self.number(bytes[(position + 1)..<(position + 1 + width)])
      position += 1 + width
    }
    if marker & 0xF0 <= 0x60 {
      guard length <= table - position else { throw Self.malformed }
      return ([], length)
    }
    // A dictionary has all its keys first, then its values.
    let room = (table - position) / referenceSize
    guard length <= (marker & 0xF0 == 0xD0 ? room / 2 : room) else { throw Self.malformed }
    let children = try (0..<(marker & 0xF0 == 0xD0 ? 2 * length : length)).map { index in
      let place = position + index * referenceSize
      let child = Self.number(bytes[place..<(place + referenceSize)])
      guard child < count else { throw Self.malformed }
      return child
    }
    return (children, 0)
  }

  /// The extent of an object with everything that it refers to expanded.
  private struct Extent {
    /// The number of levels.
    var height = 0
    /// The number of objects.
    var count = 1
    /// The number of bytes of strings and data.
    var size = 0
  }

  /// Visits each object once, without recursion.
  func check() throws {
    /// `nil` while an object is being visited.
    var known: [Int: Extent?] = [:]
    var stack: [(object: Int, children: [Int], next: Int, extent: Extent)] = []
    // Equal strings are stored once and referenced often; equal containers are not.
    let (maximumCount, maximumSize) = (1024 + 16 * bytes.count, 16 << 20 + 64 * bytes.count)
    func enter(_ object: Int) throws {
      known[object] = .some(nil)
      let (children, size) = try content(of: object)
      stack.append((object, children, 0, Extent(size: size)))
    }
    try enter(top)
    while var last = stack.popLast() {
      guard last.next < last.children.count else {
        if !last.children.isEmpty { last.extent.height += 1 }
        guard last.extent.height <= PayloadNesting.maximumDepth else { throw PayloadNesting.tooDeep }
        guard last.extent.count <= maximumCount, last.extent.size <= maximumSize else { throw Self.tooLarge }
        known[last.object] = last.extent
        continue
      }
      let child = last.children[last.next]
      switch known[child] {
      case nil:
        stack.append(last)
        try enter(child)
      case .some(nil): throw PayloadNesting.tooDeep
      case .some(let found?):
        last.next += 1
        last.extent.height = max(last.extent.height, found.height)
        last.extent.count = min(last.extent.count + found.count, maximumCount + 1)
        last.extent.size = min(last.extent.size + found.size, maximumSize + 1)
        stack.append(last)
      }
    }
  }

  private static let tooLarge = ArchiveError(
    .limitExceeded, expected: "a payload not much larger than its bytes", found: "one value, repeated")
}

internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Reads a binary property list, as it is: the order of keys, the width of reals, and UIDs, each as the dictionary
/// `CF$UID` that the XML form has of one.
///
/// An array or a dictionary that the list refers to from more than one place is one object of a graph. So a list that
/// contains itself is read like any other, and one that contains itself a billion times costs no more than its bytes.
struct BinaryListReader {
  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let topObject: Int
  private let table: Int
  private let limits: ArchiveLimits
  private var stack = StackGuard()
  private var budget: Int
  private var path: [ArchiveError.PathComponent] = []
  /// The numbers in the graph of the containers that are referred to more than once.
  private var shared: [Int: Int] = [:]

  static func node(of data: Data, _ limits: ArchiveLimits) throws -> ArchiveNode {
    var reader = try BinaryListReader(Array(data), limits)
    let sharedObjects = try reader.findShared()
    for (number, object) in sharedObjects.enumerated() { reader.shared[object] = number }
    let root = try reader.read(reader.topObject)
    let objects = try sharedObjects.map { try reader.readContent($0) }
    return objects.isEmpty ? root : .graph(ArchiveGraph(root: root, objects: objects))
  }

  /// The keys of the dictionary at the top; `nil` when there is another value.
  static func topKeys(of data: Data) throws -> [String]? {
    var reader = try BinaryListReader(Array(data), ArchiveLimits())
    let content = try reader.content(of: reader.topObject)
    guard case .container(0xD0, let references) = content else { return nil }
    return try references.prefix(references.count / 2).map { try reader.key($0) }
  }

  private init(_ bytes: [UInt8], _ limits: ArchiveLimits) throws {
    func malformed(_ code: ArchiveError.Code, _ expected: String, at offset: Int) -> ArchiveError {
      ArchiveError(
        code, expected: expected, found: "other bytes", offset: offset,
        advice: "The file is cut off or damaged.")
    }
    guard bytes.count >= 42 else {
      throw malformed(.truncated, "a binary property list of at least 42 bytes", at: 0)
    }
    guard bytes.starts(with: "bplist0".utf8) else {
      throw malformed(.malformed, "the header “bplist00”", at: 0)
    }
    let trailer = bytes.count - 32
    func word(_ position: Int) -> Int { Self.number(bytes[(trailer + position)..<(trailer + position + 8)]) }
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    (objectCount, topObject, table) = (word(8), word(16), word(24))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), (9...trailer).contains(table),
      objectCount <= (trailer - table) / offsetSize, topObject < objectCount
    else { throw malformed(.truncated, "the trailer of a binary property list", at: trailer) }
    (self.bytes, self.limits) = (bytes, limits)
    budget = limits.decodedSizeAllowed(forArchiveOf: bytes.count)
  }

  // MARK: Bytes

  /// A big-endian number; one that is too large for any use is the largest there is.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    Int(clamping: bytes.reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
  }

  private func error(
    _ expected: String, _ found: String, at offset: Int, _ code: ArchiveError.Code = .malformed
  ) -> ArchiveError {
    ArchiveError(
      code, expected: expected, found: found, path: path, offset: offset, advice: "The file is damaged.")
  }

  private func offset(of object: Int) throws -> Int {
    let entry = table + object * offsetSize
    let offset = Self.number(bytes[entry..<(entry + offsetSize)])
    guard (8..<table).contains(offset) else {
      throw error("object \(object) between bytes 8 and \(table)", "byte \(offset)", at: entry)
    }
    return offset
  }

  private mutating func charge(_ size: Int) throws {
    budget -= size
    guard budget >= 0 else {
      throw ArchiveError(
        .limitExceeded, expected: "fewer decoded bytes", found: "more than the limits allow", path: path,
        advice: "If the file is to be trusted, raise ArchiveLimits.maximumDecodedSize.")
    }
  }

  // MARK: Objects

  private enum Content {
    /// An array, a set or a dictionary, by its marker, with the objects it refers to: all keys before all values.
    case container(UInt8, [Int])
    case value(ArchiveNode)
  }

  private mutating func content(of object: Int) throws -> Content {
    let start = try offset(of: object)
    let (marker, low) = (bytes[start] & 0xF0, Int(bytes[start] & 0x0F))
    func content(_ count: Int, at position: Int) throws -> ArraySlice<UInt8> {
      guard count <= table - position else {
        throw error("\(count) bytes", "\(table - position)", at: start, .truncated)
      }
      return bytes[position..<(position + count)]
    }
    switch marker {
    case 0x00:
      switch low {
      case 0: return .value(.null)
      case 8: return .value(.bool(false))
      case 9: return .value(.bool(true))
      default: break
      }
    case 0x10 where low <= 4: return .value(try integer(content(1 << low, at: start + 1), at: start))
    case 0x20 where low == 2 || low == 3:
      let bits = try content(1 << low, at: start + 1).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return .value(
        low == 2 ? .float(Float(bitPattern: UInt32(bits))) : .double(Double(bitPattern: bits)))
    case 0x30 where low == 3:
      let bits = try content(8, at: start + 1).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return .value(.date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))))
    case 0x80:
      let bytes = try content(low + 1, at: start + 1)
      guard bytes.dropLast(8).allSatisfy({ $0 == 0 }) else { break }
      let number = bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      return .value(.dictionary([.init(key: .string("CF$UID"), value: ArchiveNode(number))]))
    case 0x40, 0x50, 0x60, 0x70, 0xA0, 0xB0, 0xC0, 0xD0:
      let (count, position) = try counted(low, at: start)
      let width =
        marker >= 0xA0 ? (marker == 0xD0 ? 2 * referenceSize : referenceSize) : marker == 0x60 ? 2 : 1
      let (size, overflow) = count.multipliedReportingOverflow(by: width)
      let part = try content(overflow ? .max : size, at: position)
      try charge(16 + (marker >= 0xA0 ? part.count / referenceSize * 32 : part.count))
      guard marker < 0xA0 else { return .container(marker, try references(part)) }
      return .value(marker == 0x40 ? .data(Data(part)) : .string(try text(part, marker, at: start)))
    default: break
    }
    throw error("an object", "the marker 0x\(String(bytes[start], radix: 16))", at: start)
  }

  /// How many parts an object has, and where they begin.
  private func counted(_ low: Int, at start: Int) throws -> (count: Int, position: Int) {
    guard low == 15 else { return (low, start + 1) }
    guard start + 1 < table, bytes[start + 1] & 0xF0 == 0x10, bytes[start + 1] & 0x0F <= 3 else {
      throw error("a count", "other bytes", at: start)
    }
    let width = 1 << Int(bytes[start + 1] & 0x0F)
    guard width <= table - start - 2 else {
      throw error("a count", "the end of the objects", at: start, .truncated)
    }
    return (Self.number(bytes[(start + 2)..<(start + 2 + width)]), start + 2 + width)
  }

  private func references(_ part: ArraySlice<UInt8>) throws -> [Int] {
    try stride(from: part.startIndex, to: part.endIndex, by: referenceSize).map { position in
      let object = Self.number(bytes[position..<(position + referenceSize)])
      guard object < objectCount else {
        throw error("an object below \(objectCount)", "object \(object)", at: position)
      }
      return object
    }
  }

  private func integer(_ bytes: ArraySlice<UInt8>, at start: Int) throws -> ArchiveNode {
    let low = bytes.suffix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
    switch bytes.count {
    case 8: return .integer(Int64(bitPattern: low))
    case 16:
      // Of the numbers of 128 bits those that are written are the ones of 64 without a sign.
      if bytes.prefix(8).allSatisfy({ $0 == 0 }) { return ArchiveNode(low) }
      let number = Int64(bitPattern: low)
      guard number < 0, bytes.prefix(8).allSatisfy({ $0 == 0xFF }) else {
        throw error("an integer of 64 bits", "a larger one", at: start, .invalidValue)
      }
      return .integer(number)
    default: return ArchiveNode(low)
    }
  }

  private func text(_ part: ArraySlice<UInt8>, _ marker: UInt8, at start: Int) throws -> String {
    let text: String?
    switch marker {
    case 0x50: text = part.allSatisfy { $0 < 0x80 } ? String(decoding: part, as: UTF8.self) : nil
    case 0x60:
      let units = stride(from: part.startIndex, to: part.endIndex, by: 2).map {
        UInt16(part[$0]) << 8 | UInt16(part[$0 + 1])
      }
      text = String(validating: units, as: UTF16.self)
    default: text = String(validating: part, as: UTF8.self)
    }
    guard let text else { throw error("text", "bytes that are none", at: start) }
    return text
  }

  private mutating func key(_ object: Int) throws -> String {
    guard case .value(.string(let key)) = try content(of: object) else {
      throw error("a text as a key", "another object", at: try offset(of: object))
    }
    return key
  }

  // MARK: Nodes

  /// The containers that are referred to more than once, in the order in which they are met.
  private mutating func findShared() throws -> [Int] {
    var shared: [Int] = []
    var isShared: [Int: Bool] = [:]
    var waiting = [topObject]
    while let object = waiting.popLast() {
      switch isShared[object] {
      case nil:
        guard case .container(_, let references) = try content(of: object) else { continue }
        isShared[object] = false
        waiting += references.reversed()
      case false?:
        isShared[object] = true
        shared.append(object)
      case true?: break
      }
    }
    budget = limits.decodedSizeAllowed(forArchiveOf: bytes.count)
    return shared
  }

  private mutating func read(_ object: Int) throws -> ArchiveNode {
    if let number = shared[object] { return .reference(number) }
    return try readContent(object)
  }

  private mutating func part(_ object: Int, _ component: ArchiveError.PathComponent) throws -> ArchiveNode {
    path.append(component)
    let node = try read(object)
    path.removeLast()
    return node
  }

  private mutating func readContent(_ object: Int) throws -> ArchiveNode {
    try stack.check(depth: path.count, limits, advice: "Raise ArchiveLimits.maximumDepth.")
    switch try content(of: object) {
    case .value(let node): return node
    case .container(0xD0, let references):
      let count = references.count / 2
      var keys: Set<[UInt8]> = []
      var entries: [ArchiveNode.Entry] = []
      for index in 0..<count {
        let key = try key(references[index])
        guard keys.insert(Array(key.utf8)).inserted else {
          throw error("each key once", "the key “\(key.prefix(80))” again", at: try offset(of: object))
        }
        entries.append(.init(key: .string(key), value: try part(references[count + index], .field(key))))
      }
      return .dictionary(entries)
    case .container(let marker, let references):
      let elements = try references.enumerated().map { try part($1, .index($0)) }
      return marker == 0xC0 ? .set(elements) : .array(elements)
    }
  }
}

import Foundation

/// Builds keyed archives object by object, so that a test can put one fault into an otherwise sound file.
///
/// ```swift
/// var archive = PlistBuilder()
/// archive.objects = [.null, .record(class: 2, ["NS.objects": .array([.uid(1)])]), .classRecord("NSArray")]
/// let data = archive.data()
/// ```
public struct PlistBuilder {
  /// An object of the property list. Each use makes another object in the file, except of a label.
  public indirect enum Item: Sendable {
    case uid(UInt64)
    case integer(Int64)
    case real(Double)
    case bool(Bool)
    case string(String)
    case data([UInt8])
    case array([Item])
    case dictionary([(key: Item, value: Item)])
    /// The bytes of an object as they are.
    case raw([UInt8])
    /// An object that `.label` refers to elsewhere.
    case labelled(String, Item)
    /// The same object as the one labelled so.
    case label(String)
    /// An object number as it is, valid or not.
    case reference(UInt64)

    public static var null: Item { .string("$null") }

    public static func record(class record: UInt64, _ fields: KeyValuePairs<String, Item>) -> Item {
      .dictionary(fields.map { (.string($0.key), $0.value) } + [(.string("$class"), .uid(record))])
    }

    public static func fields(_ fields: KeyValuePairs<String, Item>) -> Item {
      .dictionary(fields.map { (.string($0.key), $0.value) })
    }

    /// A collection of objects.
    public static func list(class record: UInt64, _ elements: UInt64...) -> Item {
      .record(class: record, ["NS.objects": .array(elements.map { .uid($0) })])
    }

    /// A collection of pairs of objects.
    public static func table(class record: UInt64, _ entries: KeyValuePairs<UInt64, UInt64>) -> Item {
      .record(
        class: record,
        [
          "NS.keys": .array(entries.map { .uid($0.key) }),
          "NS.objects": .array(entries.map { .uid($0.value) }),
        ])
    }

    public static func classRecord(_ names: String...) -> Item {
      .fields([
        "$classname": .string(names[0]), "$classes": .array((names + ["NSObject"]).map { .string($0) }),
      ])
    }
  }

  /// The entries of `$objects`; the first one stands for `nil`.
  public var objects: [Item] = []
  public var archiver: Item = .string("NSKeyedArchiver")
  public var top: Item = .fields(["root": .uid(1)])
  /// What takes the place of the whole top-level dictionary.
  public var root: Item?

  /// Whether it is written as Apple's programs do: integers in few bytes, equal scalars and references once.
  public var isCompact = false
  /// Whether the entries of the file are in the opposite order, so that each refers to earlier ones.
  public var isReversed = false
  /// Widths other than the smallest that do.
  public var offsetSize: UInt8?
  public var referenceSize: UInt8?
  /// The widths that the trailer states, where it lies.
  public var statedOffsetSize: UInt8?
  public var statedReferenceSize: UInt8?
  public var statedCount: UInt64?
  public var statedTop: UInt64?
  public var statedTable: UInt64?

  public init(_ objects: [Item] = []) { self.objects = objects }

  private enum Node {
    case bytes([UInt8])
    case references([UInt8], [UInt64])
  }

  /// The bytes of the archive.
  public func data() -> Data {
    var nodes: [Node] = []
    var labels: [String: UInt64] = [:]
    var pending: [(node: Int, place: Int, label: String)] = []
    var known: [[UInt8]: UInt64] = [:]

    func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
      if count < 15 { return [kind << 4 | UInt8(count)] }
      if isCompact, count <= 0xFF { return [kind << 4 | 15, 0x10, UInt8(count)] }
      return [kind << 4 | 15, 0x12] + bytes(UInt64(count), 4)
    }
    func add(_ item: Item) -> UInt64 {
      if case .reference(let number) = item { return number }
      let number = nodes.count
      nodes.append(.bytes([]))
      func container(_ kind: UInt8, _ count: Int, _ items: [Item]) {
        var references: [UInt64] = []
        for (place, item) in items.enumerated() {
          if case .label(let name) = item {
            pending.append((number, place, name))
            references.append(0)
          } else {
            references.append(add(item))
          }
        }
        nodes[number] = .references(marker(kind, count), references)
      }
      switch item {
      case .uid(let value):
        let width = value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
        nodes[number] = .bytes([0x80 | UInt8(width - 1)] + bytes(value, width))
      case .integer(let value):
        let width =
          !isCompact || value < 0 || value > 0xFFFF_FFFF ? 8 : value > 0xFFFF ? 4 : value > 0xFF ? 2 : 1
        nodes[number] = .bytes(
          [0x10 | UInt8(width.trailingZeroBitCount)] + bytes(UInt64(bitPattern: value), width))
      case .real(let value): nodes[number] = .bytes([0x23] + bytes(value.bitPattern, 8))
      case .bool(let value): nodes[number] = .bytes([value ? 0x09 : 0x08])
      case .string(let value):
        if value.utf8.allSatisfy({ $0 < 0x80 }) {
          nodes[number] = .bytes(marker(5, value.utf8.count) + Array(value.utf8))
        } else {
          nodes[number] = .bytes(marker(6, value.utf16.count) + value.utf16.flatMap { bytes(UInt64($0), 2) })
        }
      case .data(let value): nodes[number] = .bytes(marker(4, value.count) + value)
      case .array(let items): container(0xA, items.count, items)
      case .dictionary(let entries): container(0xD, entries.count, entries.map(\.key) + entries.map(\.value))
      case .raw(let value): nodes[number] = .bytes(value)
      case .labelled(let name, let item):
        nodes.removeLast()
        labels[name] = UInt64(number)
        return add(item)
      case .label, .reference: preconditionFailure("only inside a container")
      }
      if isCompact, case .bytes(let value) = nodes[number] {
        if let same = known[value] {
          nodes.removeLast()
          return same
        }
        known[value] = UInt64(number)
      }
      return UInt64(number)
    }

    var top = add(content)
    for (node, places) in Dictionary(grouping: pending, by: \.node) {
      guard case .references(let marker, var references) = nodes[node] else { continue }
      for (_, place, label) in places { references[place] = labels[label]! }
      nodes[node] = .references(marker, references)
    }
    if isReversed {
      let last = UInt64(nodes.count) - 1
      nodes = nodes.reversed().map { node in
        guard case .references(let marker, let references) = node else { return node }
        return .references(marker, references.map { last - $0 })
      }
      top = last - top
    }
    return file(nodes, top: top)
  }

  /// The whole of what is written.
  var content: Item {
    root
      ?? .fields([
        "$version": .integer(100_000), "$archiver": archiver, "$top": top,
        "$objects": .labelled("$objects", .array(objects)),
      ])
  }

  private func file(_ nodes: [Node], top: UInt64) -> Data {
    let referenceSize = self.referenceSize ?? Self.width(UInt64(nodes.count))
    var content = Array("bplist00".utf8)
    var offsets: [UInt64] = []
    for node in nodes {
      offsets.append(UInt64(content.count))
      switch node {
      case .bytes(let value): content += value
      case .references(let marker, let references):
        content += marker
        for reference in references { append(reference, Int(referenceSize), to: &content) }
      }
    }
    let offsetSize = self.offsetSize ?? Self.width(UInt64(content.count))
    let table = UInt64(content.count)
    for offset in offsets { append(offset, Int(offsetSize), to: &content) }
    content += [0, 0, 0, 0, 0, 0, statedOffsetSize ?? offsetSize, statedReferenceSize ?? referenceSize]
    content += bytes(statedCount ?? UInt64(nodes.count), 8)
    content += bytes(statedTop ?? top, 8)
    content += bytes(statedTable ?? table, 8)
    return Data(content)
  }

  private static func width(_ value: UInt64) -> UInt8 {
    value <= 0xFF ? 1 : value <= 0xFFFF ? 2 : value <= 0xFFFF_FFFF ? 4 : 8
  }
}

/// The lowest `count` bytes of a number, highest first; zeros before them where there are more than eight.
private func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
  var bytes: [UInt8] = []
  append(value, count, to: &bytes)
  return bytes
}

/// Adds those bytes. A plain loop, since this is most of what a test of a large archive does in a debug build.
private func append(_ value: UInt64, _ count: Int, to bytes: inout [UInt8]) {
  var place = count
  while place > 0 {
    place -= 1
    bytes.append(place < 8 ? UInt8(truncatingIfNeeded: value >> (8 * UInt64(place))) : 0)
  }
}

package import ArchiveNodes
internal import ArchiveValues
internal import Foundation

/// What the reader and the writer of graphs agree on: how nodes stand for what only keyed archives have.
package enum KeyedNodes {
  /// The class name of the record that stands for the top of an archive.
  static let topClassName = "$top"

  // MARK: Plain values

  /// The class of a value of the property list that is no object: a string, an array in the object itself.
  package static let plain = ArchiveClass("")

  /// A value that stands in the property list itself, as no object.
  static func plain(_ value: ArchiveNode) -> ArchiveNode { .instance(plain, value) }

  /// Whether the data in a field stands in the object itself, as Foundation's own classes have it: whoever reads them
  /// asks for bytes there.
  package static func isPlainData(_ field: String, of className: String) -> Bool {
    field == "NS.uuidbytes" && className == "NSUUID"
      || field == "NS.mantissa" && className == "NSDecimalNumber"
  }

  /// The class of an integer of more than 64 bits, whose content is its 16 bytes as `0x` and 32 hexadecimal digits.
  package static let wideInteger = ArchiveClass("$integer", superclassNames: [])

  static func wideInteger(high: UInt64, low: UInt64) -> ArchiveNode {
    func digits(_ half: UInt64) -> String {
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return .instance(wideInteger, .string("0x" + digits(high) + digits(low)))
  }

  /// The 16 bytes of an integer of more than 64 bits; `nil` when the text is not that of one.
  static func wideIntegerBytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8.dropFirst(2))
    guard text.hasPrefix("0x"), digits.count == 32 else { return nil }
    var bytes: [UInt8] = []
    for position in stride(from: 0, to: 32, by: 2) {
      guard let byte = UInt8(String(decoding: digits[position..<position + 2], as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  // MARK: Keys

  /// The name of the field that is stored under a key of an object.
  ///
  /// Archivers put a `$` before keys that begin with one, so the field `$a` is under `$$a`. Values that were encoded
  /// without a key are under `$0`, `$1` …, which are names of their own. A key `$a`, which no archiver makes, is in turn
  /// the field `$$a`; so each key is one name, and each name one key.
  static func fieldName(ofKey key: String) -> String {
    let name = key.drop { $0 == "$" }
    let dollars = key.utf8.count - name.utf8.count
    if dollars == 0 || dollars > 2 || !name.isEmpty && name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return key
    }
    return (dollars == 1 ? "$$" : "$") + name
  }

  /// The key under which the field of a name is stored.
  static func key(ofField name: String) -> String { fieldName(ofKey: name) }

  // MARK: Foundation's containers

  /// The objects of Foundation that are a node of their own kind when they have their usual keys.
  enum Form {
    case date, data, string, array, orderedSet, set, dictionary

    /// The form of the objects of a class.
    init?(of type: ArchiveClass) {
      let forms = ([type.name] + (type.superclassNames ?? [])).lazy.compactMap { Self.byClassName[$0] }
      guard let form = forms.first else { return nil }
      self = form
    }

    private static let byClassName: [String: Form] = [
      "NSDate": .date, "NSData": .data, "NSString": .string, "NSArray": .array, "NSOrderedSet": .orderedSet,
      "NSMutableOrderedSet": .orderedSet, "NSSet": .set, "NSDictionary": .dictionary,
    ]

    /// The class whose objects are the node by itself, without their class. Strings and data by themselves are no
    /// objects with keys.
    var usualClass: ArchiveClass? {
      switch self {
      case .date: ArchiveClass("NSDate")
      case .array: ArchiveClass("NSArray")
      case .set: ArchiveClass("NSSet")
      case .dictionary: ArchiveClass("NSDictionary")
      case .data, .string, .orderedSet: nil
      }
    }
  }

  /// The elements of a collection that has keys of its own, such as the counts of a counted set; `nil` for every other
  /// record.
  static func elements(of fields: ArchiveNode.Fields) -> [ArchiveNode]? {
    guard FoundationClass.set.schema.accepts(className: fields.className) else { return nil }
    if let node = fields["NS.objects"] {
      guard case .instance(plain, .array(let elements)) = node else { return nil }
      return elements
    }
    let nodes = Dictionary(zip(fields.names, fields.values), uniquingKeysWith: { first, _ in first })
    var elements: [ArchiveNode] = []
    while let next = nodes["NS.object\(elements.count)"] ?? nodes[orderedSetKey(elements.count)] {
      elements.append(next)
    }
    return elements
  }

  /// The key of an element of an ordered set.
  static func orderedSetKey(_ position: Int) -> String { "NS.object.\(position)" }
}

extension ArchiveNode {
  /// Whether the node is one that stands in a field without being marked as plain.
  package var isNumber: Bool {
    switch self {
    case .bool, .integer, .unsigned, .float, .double: true
    case .instance(let type, _): type == KeyedNodes.wideInteger
    default: false
    }
  }
}

internal import ArchiveBytes
package import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import PropertyLists

/// The conventions shared by the reader and the writer of graphs: how nodes represent features that only keyed
/// archives have.
package enum KeyedNodes {
  /// The class name of the record that represents the top of an archive.
  static let topClassName = "$top"

  /// Returns the name in nodes of a class in an archive: a class named like the top record gets another `$`.
  static func className(ofClass name: String) -> String { isTop(name) ? "$" + name : name }

  /// Returns the name in an archive of a class, given its name in nodes.
  static func className(inArchiveOf name: String) -> String {
    name.utf8.count > topClassName.utf8.count && isTop(name) ? String(name.dropFirst()) : name
  }

  /// Whether a name is the top record's, possibly with further `$`.
  private static func isTop(_ name: String) -> Bool {
    name.utf8.first == UInt8(ascii: "$")
      && name.utf8.drop { $0 == UInt8(ascii: "$") }.elementsEqual("top".utf8)
  }

  /// Whether this is the mutable string that represents the text `$null`. As a plain string, the text would mean
  /// `nil`.
  static func isNullLookalike(_ content: ArchiveNode, _ type: ArchiveClass) -> Bool {
    guard case .string("$null") = content else { return false }
    return type == ArchiveClass("NSMutableString", superclassNames: ["NSString", "NSObject"])
  }

  // MARK: Plain values

  /// Marks a value as stored in the property list itself, not as an object.
  static func plain(_ value: ArchiveNode) -> ArchiveNode { .instance(.plain, value) }

  /// Whether the data in a field is stored inline in the object. Foundation stores it so in some of its classes, and
  /// its readers expect bytes there.
  package static func isPlainData(_ field: String, of className: String) -> Bool {
    switch className {
    case "NSUUID": field == "NS.uuidbytes"
    case "NSDecimalNumber": field == "NS.mantissa"
    case "NSColor", "UIColor": colorFields.contains(field)
    default: false
    }
  }

  /// The components of a colour of AppKit or UIKit, as text.
  private static let colorFields: Set<String> = [
    "NSRGB", "NSWhite", "NSCMYK", "NSComponents", "NSLinearExposure",
  ]

  /// Returns the node of an integer of more than 64 bits; see ``ArchiveClass/wideInteger``.
  static func wideInteger(high: UInt64, low: UInt64) -> ArchiveNode {
    func digits(_ half: UInt64) -> String {
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return .instance(.wideInteger, .string("0x" + digits(high) + digits(low)))
  }

  /// Returns the 16 bytes of an integer of more than 64 bits; `nil` if the text is invalid.
  static func wideIntegerBytes(_ text: String) -> [UInt8]? {
    let digits = text.dropFirst(2)
    guard text.hasPrefix("0x"), digits.utf8.count == 32, digits.allSatisfy(\.isHexDigit),
      let high = UInt64(digits.prefix(16), radix: 16), let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    return [high, low].flatMap { half in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: half >> $0) }
    }
  }

  /// Returns the node of a string that is not valid UTF-16; see ``ArchiveClass/brokenText``.
  static func brokenText(_ units: [UInt16]) -> ArchiveNode {
    var (text, position) = ("", 0)
    while position < units.count {
      let pair = units[position..<min(position + 2, units.count)]
      if UTF16.isLeadSurrogate(pair[position]), pair.count == 2, UTF16.isTrailSurrogate(pair[position + 1]) {
        text += String(decoding: pair, as: UTF16.self)
        position += 2
        continue
      }
      switch Unicode.Scalar(units[position]) {
      case "\\"?: text += "\\\\"
      case let scalar?: text.unicodeScalars.append(scalar)
      case nil: text += "\\u" + String(units[position], radix: 16)
      }
      position += 1
    }
    return .instance(.brokenText, .string(text))
  }

  /// Returns the code units that a text spells; `nil` if the text contains a backslash that begins neither `\ud800`
  /// nor `\\`.
  package static func brokenTextUnits(_ text: String) -> [UInt16]? {
    var units: [UInt16] = []
    var rest = Substring(text).utf16
    while let unit = rest.popFirst() {
      guard unit == 0x5C else {
        units.append(unit)
        continue
      }
      switch rest.popFirst() {
      case 0x5C?: units.append(0x5C)
      case 0x75?:
        let digits = String(rest.prefix(4))
        guard let digits, digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
          let unit = UInt16(digits, radix: 16)
        else { return nil }
        units.append(unit)
        rest = rest.dropFirst(4)
      default: return nil
      }
    }
    return units
  }

  /// Returns the object of a binary property list for the content of such a string's node; `nil` if the content
  /// spells no string.
  package static func brokenTextBytes(_ content: ArchiveNode) -> [UInt8]? {
    guard case .string(let text) = content, let units = brokenTextUnits(text),
      let count = UInt32(exactly: units.count)
    else { return nil }
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
    let head: [UInt8] = count < 15 ? [0x60 | UInt8(count)] : [0x6F, 0x12] + size
    return head + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  // MARK: Keys

  /// Returns the name of the field stored under a key of an object.
  ///
  /// Archivers add a `$` to keys that begin with one, so the field `$a` is stored under `$$a`. Values encoded without
  /// a key are stored under `$0`, `$1` …, which are also their field names. A type's own field `$0` is named `$$0` in
  /// nodes and schemas (``ArchiveSchema/Case/fields``), like its key. A key `$a`, which no archiver writes, becomes
  /// the field `$$a`. So keys and names correspond one to one, and the function is its own inverse.
  static func fieldName(ofKey key: String) -> String {
    let name = key.drop { $0 == "$" }
    let dollars = key.utf8.count - name.utf8.count
    if dollars == 0 || dollars > 2 || !name.isEmpty && name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return key
    }
    return (dollars == 1 ? "$$" : "$") + name
  }

  // MARK: Foundation's containers

  /// Returns the key of an element of an ordered set.
  static func orderedSetKey(_ position: Int) -> String { "NS.object.\(position)" }
}

extension BinaryPlist {
  /// Returns the value at an offset if it neither contains nor refers to others; otherwise `nil`.
  package func leaf(at offset: Int) throws -> ArchiveNode? {
    switch kind(at: offset) {
    case Kind.ascii: return try string(at: offset).map { .string($0) }
    case Kind.utf16:
      let units = try utf16Units(at: offset)
      return String(validUTF16: units).map { .string($0) } ?? KeyedNodes.brokenText(units)
    case Kind.data:
      let (count, start) = try counted(at: offset, width: 1)
      return .data(unsafe Data(bytes(from: start, count: count)))
    case Kind.date: return date(at: offset).map { .date($0) }
    default:
      if let wide = wideInteger(at: offset) { return KeyedNodes.wideInteger(high: wide.high, low: wide.low) }
      return try number(at: offset).map(ArchiveNode.init)
    }
  }
}

/// The Foundation classes whose layout coders know themselves. In graphs, their subclasses have the same layouts.
enum FoundationClass: Int, CaseIterable {
  case date, data, string, array, set, dictionary, null, orderedSet, countedSet

  /// The class and its keys. Archivers other than `NSKeyedArchiver`, even its subclasses, store texts in UTF-8 and data
  /// under `NS.bytes`, where Foundation looks too.
  var schema: ArchiveSchema {
    func schema(_ name: String, _ others: [String], _ fields: [String]) -> ArchiveSchema {
      ArchiveSchema(className: name, formerly: others, fields: fields)
    }
    return switch self {
    case .date: schema("NSDate", [], ["NS.time"])
    case .data: schema("NSData", ["NSMutableData"], ["NS.data", "NS.bytes"])
    case .string: schema("NSString", ["NSMutableString"], ["NS.string", "NS.bytes"])
    case .array:
      schema("NSArray", ["NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .set:
      schema(
        "NSSet", ["NSMutableSet", "NSCountedSet", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .dictionary: schema("NSDictionary", ["NSMutableDictionary"], ["NS.keys", "NS.objects"])
    case .null: schema("NSNull", [], [])
    case .orderedSet: schema("NSOrderedSet", ["NSMutableOrderedSet"], [])
    case .countedSet: schema("NSCountedSet", [], [])
    }
  }

  /// The facts about the classes, by their raw values.
  static let known = allCases.map { KeyedType(FoundationClass.self, $0.schema) }

  /// The class that stores a kind of collection.
  init(_ kind: _ArchiveCollection) {
    self =
      switch kind {
      case .array: .array
      case .set: .set
      case .dictionary: .dictionary
      }
  }

  /// The word for objects of the class where they have no class name.
  var kind: String {
    switch self {
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .array, .orderedSet: "an array"
    case .set, .countedSet: "a set"
    case .dictionary: "a dictionary"
    case .null: "nil"
    }
  }

  // MARK: Nodes

  /// Finds the class with its own kind of node that a class is, or is a subclass of.
  init?(of type: ArchiveClass) {
    let classes = ([type.name] + (type.superclassNames ?? [])).lazy.compactMap { Self.byName[$0] }
    guard let nearest = classes.first else { return nil }
    self = nearest
  }

  private static let byName: [String: FoundationClass] = [
    "NSDate": .date, "NSData": .data, "NSString": .string, "NSArray": .array, "NSOrderedSet": .orderedSet,
    "NSMutableOrderedSet": .orderedSet, "NSSet": .set, "NSDictionary": .dictionary,
  ]

  /// Whether the plain node, without a class, represents objects of the class. A plain string or data node is not an
  /// object with keys.
  func isPlain(_ type: ArchiveClass) -> Bool {
    switch self {
    case .date, .array, .set, .dictionary: type == ArchiveClass(schema.className)
    case .data, .string, .orderedSet, .countedSet, .null: false
    }
  }
}

import ArchiveDocuments
import ArchiveTestSupport
import FastCoding
import StructCoding
import XCTest

extension FastCoderFile {
  /// The recorded files of `../shared/fastcoding`, with what FastCoder makes of them.
  ///
  /// - Throws: `XCTSkip` when they are not there.
  static func recorded() throws -> [FastCoderFile] {
    let folder = try TestFiles.shared("fastcoding")
    return try TestFiles.files(below: folder).filter { $0.hasSuffix(".json") }.map { file in
      let name = String(file.dropLast(5))
      let text = try Data(contentsOf: folder.appendingPathComponent(file))
      let description = try XCTUnwrap(JSONSerialization.jsonObject(with: text) as? [String: Any])
      return try FastCoderFile(
        name, Data(contentsOf: folder.appendingPathComponent(name + ".fast")), description)
    }
  }

  private init(_ name: String, _ data: Data, _ description: [String: Any]) throws {
    func outcome(_ reader: String) -> Bool {
      (description[reader] as? [String: Any])?["outcome"] as? String == "ok"
    }
    // FastCoder refuses no object in a file of version 2.
    let isRefusedObject = name.hasPrefix("hand_v2")
    let result = description["objectWithData"] as? [String: Any]
    let described = (result?["node"] as? [String: Any]) ?? (description["input"] as? [String: Any])
    self.init(
      name: name, data: data,
      content: try outcome("objectWithData") ? described.map(DescribedNode.graph) : nil,
      isPropertyList: !isRefusedObject && outcome("propertyListWithData"))
  }

  /// The bytes of a recorded file.
  static func recorded(_ name: String) throws -> Data {
    try Data(contentsOf: TestFiles.shared("fastcoding").appendingPathComponent(name + ".fast"))
  }

  /// The bytes of the likeness of one.
  static func likeness(of name: String) throws -> Data {
    try XCTUnwrap(likenesses.first { $0.name == name }?.data, name)
  }
}

extension FastCodingArchive {
  /// The node of a file in which all classes are allowed.
  static func everything(in data: Data, limits: ArchiveLimits = ArchiveLimits()) throws -> ArchiveNode {
    try FastCodingArchive(data, options: .init(classes: .all, limits: limits)).node()
  }
}

/// Reads the descriptions of the recorded files.
private struct DescribedNode {
  private var objects: [ArchiveNode] = []
  private var numbers: [Int: Int] = [:]

  static func graph(_ description: [String: Any]) throws -> ArchiveNode {
    var reader = DescribedNode()
    let root = try reader.node(description)
    return .graph(ArchiveGraph(root: root, objects: reader.objects))
  }

  private mutating func node(_ description: [String: Any]) throws -> ArchiveNode {
    if description["t"] as? String == "ref" {
      return .reference(try number(XCTUnwrap(description["id"] as? Int)))
    }
    guard let id = description["id"] as? Int else { return try content(description) }
    let position = number(id)
    objects[position] = try content(description)
    return .reference(position)
  }

  private mutating func number(_ id: Int) -> Int {
    if let known = numbers[id] { return known }
    numbers[id] = objects.count
    objects.append(.null)
    return objects.count - 1
  }

  private mutating func nodes(_ descriptions: Any?) throws -> [ArchiveNode] {
    try XCTUnwrap(descriptions as? [[String: Any]]).map { try node($0) }
  }

  private mutating func pairs(_ descriptions: Any?) throws -> [(Any, ArchiveNode)] {
    try XCTUnwrap(descriptions as? [[Any]]).map { ($0[0], try node(XCTUnwrap($0[1] as? [String: Any]))) }
  }

  private func bits(_ description: [String: Any]) throws -> UInt64 {
    try XCTUnwrap(UInt64(XCTUnwrap(description["bits"] as? String), radix: 16))
  }

  private mutating func content(_ description: [String: Any]) throws -> ArchiveNode {
    let isMutable = description["mutable"] as? Bool == true
    func instance(_ name: String, _ above: String, _ node: ArchiveNode) -> ArchiveNode {
      isMutable ? .instance(ArchiveClass(name, superclassNames: [above, "NSObject"]), node) : node
    }
    let text = description["v"] as? String
    switch try XCTUnwrap(description["t"] as? String) {
    case "nil", "null": return .null
    case "bool": return .bool(try XCTUnwrap(description["v"] as? Bool))
    case "int": return .integer(try XCTUnwrap(Int64(XCTUnwrap(text))))
    case "float": return .float(Float(bitPattern: UInt32(try bits(description))))
    case "double": return .double(Double(bitPattern: try bits(description)))
    case "string": return instance("NSMutableString", "NSString", .string(try XCTUnwrap(text)))
    case "date":
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try bits(description))))
    case "data":
      let hex = try XCTUnwrap(description["hex"] as? String).utf8.map { UInt8($0) }
      let bytes = try stride(from: 0, to: hex.count, by: 2).map {
        try XCTUnwrap(UInt8(String(decoding: hex[$0..<$0 + 2], as: UTF8.self), radix: 16))
      }
      return instance("NSMutableData", "NSData", .data(Data(bytes)))
    case "array": return instance("NSMutableArray", "NSArray", .array(try nodes(description["items"])))
    case "set": return instance("NSMutableSet", "NSSet", .set(try nodes(description["items"])))
    case "orderedset":
      let content = ArchiveNode.array(try nodes(description["items"]))
      return isMutable
        ? instance("NSMutableOrderedSet", "NSOrderedSet", content)
        : .instance(ArchiveClass("NSOrderedSet"), content)
    case "dict":
      let entries = try pairs(description["entries"]).map { key, value in
        ArchiveNode.Entry(key: try node(XCTUnwrap(key as? [String: Any])), value: value)
      }
      // FastCoder has an object of an unknown class as such a dictionary.
      if let index = entries.firstIndex(where: { $0.key == "$class" }),
        case .string(let name) = entries[index].value
      {
        var fields = ArchiveNode.Fields(className: name)
        for entry in entries where entry.key != "$class" {
          if case .string(let name) = entry.key { fields[name] = entry.value }
        }
        return .record(fields)
      }
      return instance("NSMutableDictionary", "NSDictionary", .dictionary(entries))
    case "object", "nscoded", "keyedarchive":
      var fields = ArchiveNode.Fields(className: try XCTUnwrap(description["class"] as? String))
      for (name, value) in try pairs(description["props"]) { fields[try XCTUnwrap(name as? String)] = value }
      return .record(fields)
    case "url":
      return try ArchiveNode(encoding: url(description))
    case "decimal":
      return try ArchiveNode(encoding: XCTUnwrap(Decimal(string: XCTUnwrap(text))))
    case "indexset":
      var indexes = IndexSet()
      for range in try XCTUnwrap(description["ranges"] as? [[Int]]) {
        indexes.insert(integersIn: range[0]..<range[0] + range[1])
      }
      guard case .record(var fields) = try ArchiveNode(encoding: indexes) else { return .null }
      if isMutable {
        fields.className = "NSMutableIndexSet"
        fields.superclassNames = ["NSIndexSet", "NSObject"]
      }
      return .record(fields)
    case "value": return try value(description)
    case let other:
      XCTFail("a description of the unknown kind \(other)")
      return .null
    }
  }

  private func url(_ description: [String: Any]) throws -> URL {
    let base = try (description["base"] as? [String: Any]).map { try url($0) }
    return try XCTUnwrap(URL(string: XCTUnwrap(description["relative"] as? String), relativeTo: base))
  }

  private func value(_ description: [String: Any]) throws -> ArchiveNode {
    if description["kind"] as? String == "range" {
      let numbers = try XCTUnwrap(description["v"] as? [String]).map { try XCTUnwrap(Int($0)) }
      return try ArchiveNode(encoding: NSRange(location: numbers[0], length: numbers[1]))
    }
    let numbers = try XCTUnwrap(description["v"] as? [[String: Any]]).map {
      Double(bitPattern: try bits($0))
    }
    switch description["kind"] as? String {
    case "point": return try ArchiveNode(encoding: CGPoint(x: numbers[0], y: numbers[1]))
    case "size": return try ArchiveNode(encoding: CGSize(width: numbers[0], height: numbers[1]))
    case "rect":
      return try ArchiveNode(
        encoding: CGRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    default:
      return .record(
        ArchiveNode.Fields(
          className: "NSValue", ["CGAffineTransform": .array(numbers.map { .double($0) })]))
    }
  }
}

extension ArchiveNode {
  /// The node as a text that tells everything but the order of sets and dictionaries and the numbers of objects, and
  /// nil fields.
  var contentText: String {
    var writer = ContentText()
    return writer.text(self)
  }
}

private struct ContentText {
  private var objects: [ArchiveNode] = []
  private var labels: [Int: Int] = [:]
  /// How many references there are to each object.
  private var counts: [Int: Int] = [:]

  mutating func text(_ node: ArchiveNode) -> String {
    switch node {
    case .graph(let graph):
      objects = graph.objects
      count(graph.root)
      return text(graph.root)
    case .reference(let number):
      // What nothing else refers to may stand in its place as well.
      if counts[number] == 1 { return text(objects[number]) }
      if let label = labels[number] { return "#\(label)" }
      labels[number] = labels.count
      let label = labels.count - 1
      let content = text(objects[number])
      return "#\(label)=\(content)"
    case .array(let elements): return "[\(elements.map { text($0) }.joined(separator: ", "))]"
    case .set(let elements):
      return "{\(elements.sorted { "\($0)" < "\($1)" }.map { text($0) }.joined(separator: ", "))}"
    case .dictionary(let entries):
      let sorted = entries.sorted { "\($0.key)" < "\($1.key)" }
      return "[\(sorted.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))]"
    case .record(let fields):
      let parts = fields.names.sorted().compactMap { name -> String? in
        guard let node = fields[name], node != .null else { return nil }
        return "\(name): \(text(node))"
      }
      return "\(fields.className)(\(parts.joined(separator: ", ")))"
    case .instance(let type, let content):
      return "\(type.name)\(type.superclassNames ?? []) \(text(content))"
    case .float(let value): return "float \(String(value.bitPattern, radix: 16))"
    case .double(let value): return "double \(String(value.bitPattern, radix: 16))"
    case .date(let date):
      return "date \(String(date.timeIntervalSinceReferenceDate.bitPattern, radix: 16))"
    case .data(let data): return "data \(Array(data))"
    case .string(let text): return "“\(text)”"
    case .null, .bool, .integer, .unsigned: return "\(node)"
    }
  }

  private mutating func count(_ node: ArchiveNode) {
    switch node {
    case .reference(let number):
      counts[number, default: 0] += 1
      if counts[number] == 1 { count(objects[number]) }
    case .array(let elements), .set(let elements): for element in elements { count(element) }
    case .dictionary(let entries):
      for entry in entries {
        count(entry.key)
        count(entry.value)
      }
    case .instance(_, let content): count(content)
    case .record(let fields): for name in fields.names { count(fields[name] ?? .null) }
    default: break
    }
  }
}

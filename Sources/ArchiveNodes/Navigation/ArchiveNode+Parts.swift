public import Foundation
internal import PropertyLists

// The parts of a node. These methods look through graphs, references and instances, and return self-contained nodes: a
// part of a graph is a graph of the same objects, unless it is a leaf.

extension ArchiveNode {
  /// The node without the graph, references and instances around it: a leaf, or a collection or record with
  /// self-contained parts. A reference that leads nowhere is returned as it is.
  ///
  /// ```swift
  /// switch node.resolved {
  /// case .string(let text): …
  /// case .array(let elements): …
  /// case .record(let fields): …
  /// ```
  public var resolved: ArchiveNode {
    let place = NodePlace(self)
    if place.objects == nil || place.content.isLeaf { return place.content }
    // A reference that leads nowhere keeps its place.
    return place.content.holding(place.content.heldNodes.map { place.standalone($0) ?? $0 })
  }

  /// The fields of a record; `nil` for every other node.
  public var fields: ArchiveNode.Fields? {
    if case .record(let fields) = resolved { fields } else { nil }
  }

  /// The elements of an array or a set; `nil` for every other node.
  public var elements: [ArchiveNode]? {
    switch resolved {
    case .array(let elements), .set(let elements): elements
    default: nil
    }
  }

  /// The entries of a dictionary; `nil` for every other node.
  public var entries: [Entry]? {
    if case .dictionary(let entries) = resolved { entries } else { nil }
  }

  /// The class of a record or an instance; `nil` for plain values, such as a string or an array.
  public var className: String? {
    let place = NodePlace(self)
    if let name = place.unusualClasses.first { return name }
    guard case .record(let fields) = place.content, !fields.className.isEmpty else { return nil }
    return fields.className
  }

  // The value of a leaf. Numbers are converted if they stay exact, as in all decoding.

  /// Whether the node is a stored `nil`.
  public var isNull: Bool { if case .null = NodePlace(self).content { true } else { false } }

  /// The content of a string; `nil` for every other node.
  public var stringValue: String? {
    if case .string(let text) = NodePlace(self).content { text } else { nil }
  }

  /// A Boolean, or the number 0 or 1 as a Boolean; `nil` for every other node.
  public var boolValue: Bool? { StoredNumber(NodePlace(self).content)?.bool }

  /// The number, if `Int` represents it exactly; `nil` for every other node.
  public var intValue: Int? { StoredNumber(NodePlace(self).content)?.integer(Int.self) }

  /// The number, if `Double` represents it exactly; `nil` for every other node.
  public var doubleValue: Double? { StoredNumber(NodePlace(self).content)?.double }

  /// The date; `nil` for every other node.
  public var dateValue: Date? {
    if case .date(let date) = NodePlace(self).content { date } else { nil }
  }

  /// The data; `nil` for every other node.
  public var dataValue: Data? {
    if case .data(let data) = NodePlace(self).content { data } else { nil }
  }

  /// The name of the node's kind, for errors.
  package var kindDescription: String {
    switch self {
    case .instance(.wideInteger, _): return "an integer of more than 64 bits"
    case .instance(.brokenText, _): return "a string with half of a surrogate pair"
    default: break
    }
    let place = NodePlace(self)
    if let name = place.unusualClasses.first { return "an object of class \(name)" }
    switch place.content {
    case .null: return "nil"
    case .bool(let value): return "\(value)"
    case .integer, .unsigned: return "an integer"
    case .float, .double: return "a number"
    case .string: return "a string"
    case .date: return "a date"
    case .data: return "data"
    case .array: return "an array"
    case .set: return "a set"
    case .dictionary: return "a dictionary"
    case .record(let fields):
      return fields.className.isEmpty ? "a record" : "an object of class \(fields.className)"
    case .reference(let number): return "a reference to an object \(number) that is not there"
    case .instance, .graph: return "an object"
    }
  }
}

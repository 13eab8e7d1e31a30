public import Foundation

/// A value of an archive without its type: one node of the tree that an archive's content is.
///
/// Every ``ArchiveValue`` has such a tree, and is made of it again:
///
/// ```swift
/// let node = try ArchiveNode(encoding: session)
/// print(node)
/// let same = try node.decode(Session.self)
/// ```
///
/// A node is a value. Copies share their content, so they are cheap. Numbers, strings and the like are written as
/// literals: `fields["seconds"] = 0`.
public enum ArchiveNode: Sendable {
  /// A stored `nil`.
  case null
  /// A Boolean, which is no number.
  case bool(Bool)
  /// An integer that fits 64 bits with a sign, whatever type it was.
  case integer(Int64)
  /// An integer above `Int64.max`; smaller ones are an ``integer(_:)``.
  case unsigned(UInt64)
  /// A number of four bytes.
  case float(Float)
  /// A number of eight bytes.
  case double(Double)
  /// A text; also an enumeration without associated values, by the name of its case.
  case string(String)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Elements in their order.
  case array([ArchiveNode])
  /// Elements of a set, in the order of the archive, which means nothing: sets are equal when they hold the same.
  case set([ArchiveNode])
  /// The entries of a dictionary, in the order of the archive.
  case dictionary([Entry])
  /// A struct, a case with associated values, or an object of a class.
  indirect case record(ArchiveNode.Fields)
  /// A value of a class other than the usual one of its kind, such as an `NSMutableArray` or an `NSOrderedSet`.
  indirect case instance(ArchiveClass, ArchiveNode)
  /// An object of the graph that the node is part of, by its number there.
  case reference(Int)
  /// A node with the objects that the references in it lead to.
  indirect case graph(ArchiveGraph)

  /// A key of a dictionary, and its value.
  public struct Entry: Sendable, Hashable {
    /// The key, mostly a ``string(_:)``.
    public var key: ArchiveNode
    /// What stands under the key.
    public var value: ArchiveNode

    /// An entry of a dictionary.
    public init(key: ArchiveNode, value: ArchiveNode) {
      self.key = key
      self.value = value
    }
  }

  /// An integer of up to 64 bits: an ``integer(_:)`` where it fits.
  package init(_ number: UInt64) {
    self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }
}

// MARK: Literals

// There is none for `null`: where an optional node may be meant, as in `fields["x"] = isKnown ? node : nil`, Swift would
// take it for one.

extension ArchiveNode: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension ArchiveNode: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int64) { self = .integer(value) }
}

extension ArchiveNode: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension ArchiveNode: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension ArchiveNode: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: ArchiveNode...) { self = .array(elements) }
}

extension ArchiveNode: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (ArchiveNode, ArchiveNode)...) {
    self = .dictionary(elements.map { Entry(key: $0, value: $1) })
  }
}

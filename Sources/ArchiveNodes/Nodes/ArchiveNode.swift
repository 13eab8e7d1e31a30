public import Foundation

/// A value of an archive without its Swift type: one node of the tree that the archive contains.
///
/// Every ``ArchiveValue`` can be converted to such a tree and back:
///
/// ```swift
/// let node = try ArchiveNode(encoding: session)
/// print(node)
/// let same = try node.decode(Session.self)
/// ```
///
/// A node is a value type. Copies share their content, so they are cheap. Write numbers, strings and other simple
/// values as literals: `fields["seconds"] = 0`.
public enum ArchiveNode: Sendable {
  /// A stored `nil`.
  case null
  /// A Boolean, which is not a number.
  case bool(Bool)
  /// An integer that fits in 64 signed bits, whatever its type was.
  case integer(Int64)
  /// An integer above `Int64.max`; a smaller one is an ``integer(_:)``.
  case unsigned(UInt64)
  /// A four-byte floating-point number.
  case float(Float)
  /// An eight-byte floating-point number.
  case double(Double)
  /// A string, or a value of an enumeration without associated values, as the name of its case.
  case string(String)
  /// A date.
  case date(Date)
  /// Bytes.
  case data(Data)
  /// Ordered elements.
  case array([ArchiveNode])
  /// The elements of a set, in the order of the archive, which has no meaning.
  case set([ArchiveNode])
  /// The entries of a dictionary, in the order of the archive.
  case dictionary([Entry])
  /// A struct, a case with associated values, or an object of a class.
  indirect case record(ArchiveNode.Fields)
  /// A value of a class other than the usual one of its kind, such as an `NSMutableArray` or an `NSOrderedSet`.
  indirect case instance(ArchiveClass, ArchiveNode)
  /// A reference to an object of the graph that contains the node, by the object's number there.
  case reference(Int)
  /// A node, with the objects that its references reach.
  indirect case graph(ArchiveGraph)

  /// A key of a dictionary and its value.
  public struct Entry: Sendable, Hashable {
    /// The key, usually a ``string(_:)``.
    public var key: ArchiveNode
    /// The value of the key.
    public var value: ArchiveNode

    /// Creates an entry of a dictionary.
    public init(key: ArchiveNode, value: ArchiveNode) {
      self.key = key
      self.value = value
    }
  }

  /// Creates an integer of up to 64 bits: an ``integer(_:)`` if it fits.
  package init(_ number: UInt64) {
    self = Int64(exactly: number).map { .integer($0) } ?? .unsigned(number)
  }
}

/// The names of a class, as stored in a keyed archive.
public struct ArchiveClass: Sendable, Hashable {
  /// The name of the class; empty for a plain value of a property list, which is not an object.
  public var name: String
  /// The names of its superclasses, nearest first, from the keyed archive's `$classes`, where they follow the class
  /// name. `nil` if the archive has no `$classes`.
  public var superclassNames: [String]?
  /// Classes that a reader may use if it does not know this one, best first, from a keyed archive's `$classhints`. They
  /// are rare.
  public var fallbackNames: [String]

  /// Creates a class from its name and the names of its superclasses.
  public init(_ name: String, superclassNames: [String]? = ["NSObject"], fallbackNames: [String] = []) {
    self.name = name
    self.superclassNames = superclassNames
    self.fallbackNames = fallbackNames
  }
}

// MARK: Literals

// `null` has no literal: if an optional node is expected, as in `fields["x"] = isKnown ? node : nil`, Swift would
// convert `nil` to `null`.

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

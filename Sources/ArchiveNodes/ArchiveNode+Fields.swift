internal import ArchiveBytes
internal import Foundation

extension ArchiveNode {
  /// The fields of a record without its type: what an archive has of a struct, a case, or an object of a class.
  ///
  /// ```swift
  /// fields.rename("begin", to: "startTime")
  /// fields["count"] = 0
  /// let tags = try fields.decode([String].self, "tags")
  /// try fields.encode(tags.map { Tag(name: $0) }, as: "tags")
  /// ```
  ///
  /// Names are the stored ones, and in the order of the archive.
  public struct Fields: Sendable {
    /// The class name of the record; empty where an archive does not say it, as inside of a column archive.
    public var className: String
    /// The names of the classes above it, nearest first, as a keyed archive has them; `nil` where it has none of any class.
    public var superclassNames: [String]? = ["NSObject"]
    /// Classes that a reader may use in the place of an unknown one; see ``ArchiveClass/fallbackNames``.
    public var fallbackClassNames: [String] = []
    /// The name of the case, when the record is one of an enumeration with associated values.
    public var caseName: String?
    /// The version of the type that wrote the record; see ``ArchiveSchema/version``.
    public var version: Int
    /// How a FastCoding file has the object, so that it is written in the same way; `nil` leaves it to the writer.
    /// Nothing else depends on it, and equal records may differ in it.
    public var fastCodingForm: FastCodingForm?
    /// The names of the fields, in the order of the archive.
    public private(set) var names: [String]
    /// The fields, as many as there are names.
    var nodes: [ArchiveNode]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - version: The version of the type that the fields are those of. A record of an older version than the type
    ///     is upgraded when it is decoded.
    ///   - fields: The fields; of a name that is there twice, the last counts.
    public init(
      className: String, caseName: String? = nil, version: Int = 1,
      _ fields: KeyValuePairs<String, ArchiveNode> = [:]
    ) {
      self.init(className: className, caseName: caseName, version: version, names: [], nodes: [])
      for (name, node) in fields { self[name] = node }
    }

    /// A record of as many distinct names as nodes.
    package init(
      className: String, superclassNames: [String]? = ["NSObject"], caseName: String? = nil, version: Int = 1,
      names: [String], nodes: [ArchiveNode]
    ) {
      self.className = className
      self.superclassNames = superclassNames
      self.caseName = caseName
      self.version = version
      self.names = names
      self.nodes = nodes
    }

    /// The field of a name. To set it to `nil` removes it; a stored `nil` is ``ArchiveNode/null``.
    ///
    /// - Complexity: Linear in the number of fields.
    public subscript(name: String) -> ArchiveNode? {
      get { names.firstIndex(of: name).map { nodes[$0] } }
      set {
        switch (names.firstIndex(of: name), newValue) {
        case (let position?, let node?): nodes[position] = node
        case (let position?, nil):
          names.remove(at: position)
          nodes.remove(at: position)
        case (nil, let node?):
          names.append(name)
          nodes.append(node)
        case (nil, nil): break
        }
      }
    }

    /// Adds a field of a name that is not there yet.
    package mutating func append(_ node: ArchiveNode, named name: String) {
      names.append(name)
      nodes.append(node)
    }

    /// Replaces the field at a position among ``names``.
    package mutating func replace(_ node: ArchiveNode, at position: Int) { nodes[position] = node }

    /// Gives a field another name, at the same place. A field that has that name already is replaced.
    ///
    /// - Returns: Whether there is a field of the name.
    @discardableResult
    public mutating func rename(_ name: String, to newName: String) -> Bool {
      guard names.contains(name) else { return false }
      guard name != newName else { return true }
      self[newName] = nil
      if let position = names.firstIndex(of: name) { names[position] = newName }
      return true
    }

    /// Takes a field away.
    ///
    /// - Returns: The field, or `nil` when there is none of the name.
    @discardableResult
    public mutating func remove(_ name: String) -> ArchiveNode? {
      let node = self[name]
      self[name] = nil
      return node
    }

    /// The field of a name, which is tried first at the position where a record of the present type has it.
    package func node(named name: String, near position: Int) -> ArchiveNode? {
      if names.indices.contains(position), names[position] == name { return nodes[position] }
      return self[name]
    }

    /// The nodes of the fields, in the order of ``names``.
    package var values: [ArchiveNode] { nodes }

    /// The same record with other nodes, each made of a name and the node that it has.
    package func mapFields(_ make: (String, ArchiveNode) throws -> ArchiveNode) rethrows -> ArchiveNode.Fields
    {
      var record = self
      record.nodes = try zip(names, nodes).map(make)
      return record
    }
  }
}

/// Two records are equal when they have the same class, case and version, and equal fields; the order does not count.
extension ArchiveNode.Fields: Hashable {
  public static func == (left: ArchiveNode.Fields, right: ArchiveNode.Fields) -> Bool {
    ArchiveNode.record(left) == .record(right)
  }

  public func hash(into hasher: inout Hasher) { ArchiveNode.record(self).hash(into: &hasher) }
}

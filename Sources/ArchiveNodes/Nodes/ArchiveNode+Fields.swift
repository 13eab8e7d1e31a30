internal import ArchiveBytes
public import Foundation

extension ArchiveNode {
  /// The fields of a record without its type: the stored content of a struct, a case, or an object of a class.
  ///
  /// ```swift
  /// fields.rename("begin", to: "startTime")
  /// fields["count"] = 0
  /// let tags = try fields.decode([String].self, "tags")
  /// try fields.encode(tags.map { Tag(name: $0) }, as: "tags")
  /// ```
  ///
  /// Names are stored names, in the order of the archive.
  public struct Fields: Sendable {
    /// The class name of the record; empty if the archive does not contain it, as inside a column archive.
    public var className: String
    /// The names of its superclasses, nearest first, as in a keyed archive; `nil` if the archive has no superclass
    /// names for any class.
    public var superclassNames: [String]? = ["NSObject"]
    /// Classes that a reader may use if it does not know this one; see ``ArchiveClass/fallbackNames``.
    public var fallbackClassNames: [String] = []
    /// The name of the case, if the record is a case of an enumeration with associated values.
    public var caseName: String?
    /// The version of the type that wrote the record; see ``ArchiveSchema/version``.
    public var version: Int
    /// The form in which a FastCoding file stores the object, so that it is written again in the same form; `nil` lets
    /// the writer choose. Nothing else depends on it, and equal records may differ in it.
    public var fastCodingForm: FastCodingForm?
    /// The names of the fields, in the order of the archive.
    public private(set) var names: [String]
    /// The fields, one for each name.
    var nodes: [ArchiveNode]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - version: The version of the type that wrote the fields. A record older than the type is upgraded when it is
    ///     decoded.
    ///   - fields: The fields. If a name occurs twice, the last one counts.
    public init(
      className: String, caseName: String? = nil, version: Int = 1,
      _ fields: KeyValuePairs<String, ArchiveNode> = [:]
    ) {
      self.init(className: className, caseName: caseName, version: version, names: [], nodes: [])
      for (name, node) in fields {
        if let position = self.names.firstIndex(where: { $0.hasSameBytes(as: name) }) {
          nodes[position] = node
        } else {
          append(node, named: name)
        }
      }
    }

    /// Creates a record. The names must be distinct, and there must be one node for each.
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

    /// The field with a name. Set it to `nil` to remove the field; a stored `nil` is ``ArchiveNode/null``.
    ///
    /// A record may have two fields whose names Swift calls equal, since only one has composed accents. The subscript
    /// prefers the exact name, and otherwise uses an equal one.
    ///
    /// - Complexity: Linear in the number of fields.
    public subscript(name: String) -> ArchiveNode? {
      get { names.position(ofName: name).map { nodes[$0] } }
      set {
        switch (names.position(ofName: name), newValue) {
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

    /// Appends a field with a new name.
    package mutating func append(_ node: ArchiveNode, named name: String) {
      names.append(name)
      nodes.append(node)
    }

    /// Renames a field without moving it. A field that already has the new name is replaced.
    ///
    /// - Returns: Whether there is a field with the old name.
    @discardableResult
    public mutating func rename(_ name: String, to newName: String) -> Bool {
      guard var position = names.position(ofName: name) else { return false }
      if let other = names.position(ofName: newName), other != position {
        names.remove(at: other)
        nodes.remove(at: other)
        if other < position { position -= 1 }
      }
      names[position] = newName
      return true
    }

    /// Removes a field.
    ///
    /// - Returns: The field, or `nil` if no field has the name.
    @discardableResult
    public mutating func remove(_ name: String) -> ArchiveNode? {
      let node = self[name]
      self[name] = nil
      return node
    }

    /// Returns the field with a name. It tries `position` first, where a record of the current type has the field.
    package func node(named name: String, near position: Int) -> ArchiveNode? {
      if names.indices.contains(position), names[position].hasSameBytes(as: name) { return nodes[position] }
      return self[name]
    }

    /// The nodes of the fields, in the order of ``names``.
    package var values: [ArchiveNode] { nodes }

    /// Returns the same record with new nodes. `make` creates each from the field's name and its present node.
    package func mapFields(_ make: (String, ArchiveNode) throws -> ArchiveNode) rethrows -> ArchiveNode.Fields
    {
      var record = self
      record.nodes = try zip(names, nodes).map(make)
      return record
    }
  }
}

/// A form in which a FastCoding file stores an object.
public enum FastCodingForm: Sendable, Hashable {
  /// The form in which an `NSCoding` object writes itself: the class name, then values and their keys. This is the
  /// usual form.
  ///
  /// In this form, an object cannot contain itself, directly or through others.
  case coded
  /// The form that stores properties: the class is defined once, with the names of its properties, and each object is
  /// stored as their values. An object may contain itself.
  case properties
  /// A keyed archive of its own, with the bytes that it was read from. These bytes are written again if the object and
  /// everything it refers to are unchanged. Without bytes, or after an edit, the archive is encoded anew.
  case keyedArchive(Data?)
}

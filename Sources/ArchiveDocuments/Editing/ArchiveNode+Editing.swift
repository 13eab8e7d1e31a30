public import ArchiveBytes
public import ArchiveNodes

// Edits change the stored part, so a part of a shared object changes wherever the object is shared.

extension ArchiveNode {
  /// The part after one step; see ``subscript(path:)``.
  public subscript(step: ArchiveError.PathComponent) -> ArchiveNode? {
    get { find([step]) }
    set { set(newValue, at: [step]) }
    _modify { yield &self[steps: [step]] }
  }

  /// The part at the end of a path. To edit the part, the node lends it.
  subscript(steps steps: [ArchiveError.PathComponent]) -> ArchiveNode? {
    get { find(steps) }
    set { set(newValue, at: steps) }
    _modify {
      let token = ArchiveGraph.EditToken()
      var part = lend(steps, token)
      let isThere = part != nil
      // The part returns to its place even if the edit throws.
      defer { if isThere || part != nil { restore(part, at: steps, token) } }
      yield &part
    }
  }

  /// The field of a record, or the value of a string key in a dictionary; `nil` if it does not exist.
  ///
  /// Set it to replace or add the field or value; set it to `nil` to remove it. A node of another kind has no named
  /// parts and does not change. The new value may be a graph: its objects are added too.
  ///
  /// ```swift
  /// node["title"] = "New"
  /// node["owner"]?["name"] = "Ann"      // at every place that has this owner
  /// node["editor"] = node["owner"]      // the same object, since it comes from this node
  /// ```
  ///
  /// In a graph, the second line copies the table of objects once; `node[path: "owner.name"]` does not.
  ///
  /// - Complexity: Linear in the number of fields or entries.
  public subscript(name: String) -> ArchiveNode? {
    get { self[.field(name)] }
    set { self[.field(name)] = newValue }
    _modify { yield &self[.field(name)] }
  }

  /// The element of an array or a set; `nil` if it does not exist.
  ///
  /// Set it to replace the element; set it to `nil` to remove it. Setting the position after the last element
  /// appends. Setting any other position, or an element of another kind of node, has no effect.
  public subscript(position: Int) -> ArchiveNode? {
    get { self[.index(position)] }
    set { self[.index(position)] = newValue }
    _modify { yield &self[.index(position)] }
  }

  /// Appends an element to an array or a set.
  ///
  /// - Returns: Whether the node is an array or a set.
  @discardableResult
  public mutating func append(_ element: ArchiveNode) -> Bool {
    set(element, at: [.index(count)])
  }
}

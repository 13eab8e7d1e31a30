/// The objects that were printed, on one line or on many.
///
/// Printing is done twice: first to see which objects come more than once in what is shown, and then to print those with
/// their numbers.
struct ShownObjects {
  /// The objects that are shown more than once.
  private var shared: Set<ObjectIdentity> = []
  private var shown: Set<ObjectIdentity> = []
  private var repeated: Set<ObjectIdentity> = []

  static func printed(_ print: (inout ShownObjects) -> String) -> String {
    var first = ShownObjects()
    let text = print(&first)
    if first.repeated.isEmpty { return text }
    var second = ShownObjects(shared: first.repeated)
    return print(&second)
  }

  /// What is printed of a node.
  enum Head {
    /// All of it: a leaf, or the number of an object that is shown elsewhere.
    case whole(String)
    /// What stands before its parts: its number, and its classes.
    case before(String)
  }

  mutating func head(of node: ArchiveNode, _ place: NodePlace, textLength: Int) -> Head {
    let classes: String = place.classes.lazy.map(\.name).filter { !$0.isEmpty }.map { "\($0) " }.joined()
    if place.isMissing || place.content.isLeaf {
      return .whole(
        classes + NodeText.leaf(place.isMissing ? node.missing : place.content, textLength: textLength))
    }
    guard let identity = place.identity, let object = place.object else { return .before(classes) }
    guard shown.insert(identity).inserted else {
      repeated.insert(identity)
      return .whole("#\(object)")
    }
    return .before((shared.contains(identity) ? "#\(object) = " : "") + classes)
  }
}

extension ArchiveNode {
  /// The reference that leads nowhere, inside of graphs and instances.
  fileprivate var missing: ArchiveNode {
    var node = self
    while true {
      switch node {
      case .graph(let graph): node = graph.root
      case .instance(_, let content): node = content
      default: return node
      }
    }
  }
}

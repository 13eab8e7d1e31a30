internal import ArchiveNodes

/// The printed objects, on one line or on many.
///
/// Printing runs twice: first to find the objects that occur more than once in the shown part, then to print these
/// with their numbers.
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

  /// The printed text of a node.
  enum Head {
    /// The whole text: a leaf, or the number of an object that is shown elsewhere.
    case whole(String)
    /// The text before its parts: its number and its classes.
    case before(String)
  }

  mutating func head(of place: NodePlace, textLength: Int) -> Head {
    let classes: String = place.classes.lazy.map(\.name).filter { !$0.isEmpty }.map { "\($0) " }.joined()
    if place.isMissing || place.content.isLeaf {
      return .whole(classes + NodeText.leaf(place.content, textLength: textLength))
    }
    guard let identity = place.identity, let object = place.object else { return .before(classes) }
    guard shown.insert(identity).inserted else {
      repeated.insert(identity)
      return .whole("#\(object)")
    }
    return .before((shared.contains(identity) ? "#\(object) = " : "") + classes)
  }
}

import Foundation
import StructCoding

/// A tree whose nodes know their parents.
@ArchivableObject
public final class FolderItem {
  public let name: String
  public var children: [FolderItem] = []
  public weak var parent: FolderItem?
  public var tags: Set<String>

  public init(name: String, tags: Set<String> = []) {
    self.name = name
    self.tags = tags
  }

  public func add(_ child: FolderItem) {
    children.append(child)
    child.parent = self
  }
}

import Foundation
import StructCoding

/// A graph of instances that is looked at as a whole: every reference is read, and then let go of, so that no circle
/// stays.
public protocol WalkedGraph {
  /// - Returns: How many instances there are.
  func walk() -> Int
}

extension LinkedStop: WalkedGraph {
  public func walk() -> Int { dismantle() }
}

extension FolderItem: WalkedGraph {
  public func walk() -> Int {
    var (known, waiting) = (Set<ObjectIdentifier>(), [self])
    var items: [FolderItem] = []
    while let item = waiting.popLast() {
      guard known.insert(ObjectIdentifier(item)).inserted else { continue }
      items.append(item)
      precondition(item.name.utf8.count + item.tags.count >= 0)
      waiting += item.children
      if let parent = item.parent { waiting.append(parent) }
    }
    for item in items { item.children = [] }
    return items.count
  }

  /// Folders in folders, so many on each level.
  public static func tree(depth: Int, width: Int) -> FolderItem {
    let item = FolderItem(name: "level \(depth)", tags: depth % 2 == 0 ? ["even", "\(depth)"] : [])
    if depth > 0 { for _ in 0..<width { item.add(tree(depth: depth - 1, width: width)) } }
    return item
  }
}

extension DrawnGroup: WalkedGraph {
  public func walk() -> Int {
    // The unowned reference is read first: it must lead to what something else holds.
    var (known, waiting) = (Set<ObjectIdentifier>(), [first] + shapes + named.values)
    if let selected { waiting.append(selected) }
    var found: [DrawnShape] = []
    while let shape = waiting.popLast() {
      guard known.insert(ObjectIdentifier(shape)).inserted else { continue }
      found.append(shape)
      if let group = shape.group, group !== self, known.insert(ObjectIdentifier(group)).inserted {
        waiting += [group.first] + group.shapes
      }
      if let polygon = shape as? DrawnPolygon { waiting += polygon.corners.compactMap(\.owner) }
      precondition(shape.label.utf8.count >= 0)
    }
    for case let polygon as DrawnPolygon in found { polygon.corners = [] }
    return known.count + 1
  }

  /// A group with every kind of shape and of reference.
  public static func sample() -> DrawnGroup {
    let circle = DrawnCircle(label: "circle", radius: 2)
    let group = DrawnGroup(first: circle)
    let triangle = DrawnTriangle(label: "triangle")
    triangle.isRight = true
    triangle.corners = [DrawnCorner(x: 1, owner: circle), DrawnCorner(x: 3)]
    triangle.group = group
    circle.group = group
    group.shapes = [circle, triangle, DrawnShape(label: "plain"), DrawnPolygon(label: "polygon"), circle]
    group.selected = triangle
    group.named = ["one": circle, "two": triangle]
    return group
  }
}

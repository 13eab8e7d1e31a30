internal import ArchiveNodes

/// The objects of a graph that refer back to themselves.
struct ObjectCycles {
  private(set) var members: Set<Int> = []

  /// - Complexity: Linear in the size of the objects.
  init(_ objects: [ArchiveNode]) {
    // This is Kosaraju's algorithm for strongly connected components, without recursion: chains of objects may have any
    // length.
    let next = objects.map { $0.references.filter(objects.indices.contains) }
    var before: [[Int]] = Array(repeating: [], count: objects.count)
    for (object, others) in next.enumerated() { for other in others { before[other].append(object) } }
    /// The objects, each after all that it leads to, except where they lead back to it.
    var order: [Int] = []
    var isOpen = Array(repeating: true, count: objects.count)
    for start in objects.indices where isOpen[start] {
      isOpen[start] = false
      var path = [(object: start, position: 0)]
      while let (object, position) = path.last {
        guard position < next[object].count else {
          order.append(object)
          path.removeLast()
          continue
        }
        path[path.count - 1].position += 1
        let other = next[object][position]
        if isOpen[other] { path.append((other, 0)) }
        isOpen[other] = false
      }
    }
    for start in order.reversed() where !isOpen[start] {
      isOpen[start] = true
      var component = [start]
      var position = 0
      while position < component.count {
        for other in before[component[position]] where !isOpen[other] {
          isOpen[other] = true
          component.append(other)
        }
        position += 1
      }
      if component.count > 1 || next[start].contains(start) { members.formUnion(component) }
    }
  }
}

internal import ArchiveNodes

/// The objects of a graph that refer back to themselves.
struct ObjectCycles {
  private(set) var members: Set<Int> = []

  /// - Complexity: Linear in the size of the objects.
  init(_ objects: [ArchiveNode]) {
    // This is Tarjan's algorithm for strongly connected components, without recursion: chains of objects may have any
    // length.
    let next = objects.map { $0.references.filter(objects.indices.contains) }
    var order = Array(repeating: -1, count: objects.count)
    var lowest = order
    var isOpen = Array(repeating: false, count: objects.count)
    var (open, visited): ([Int], Int) = ([], 0)
    for start in objects.indices where order[start] < 0 {
      var path = [(object: start, position: 0)]
      while let (object, position) = path.last {
        if position == 0 {
          (order[object], lowest[object], isOpen[object]) = (visited, visited, true)
          open.append(object)
          visited += 1
        }
        path[path.count - 1].position += 1
        if position < next[object].count {
          let other = next[object][position]
          if order[other] < 0 {
            path.append((other, 0))
          } else if isOpen[other] {
            lowest[object] = min(lowest[object], order[other])
          }
          continue
        }
        path.removeLast()
        if let parent = path.last?.object { lowest[parent] = min(lowest[parent], lowest[object]) }
        guard lowest[object] == order[object], let first = open.lastIndex(of: object) else { continue }
        let component = open[first...]
        if component.count > 1 || next[object].contains(object) { members.formUnion(component) }
        for member in component { isOpen[member] = false }
        open.removeSubrange(first...)
      }
    }
  }
}

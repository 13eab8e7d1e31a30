internal import ArchiveNodes

extension ContentClasses {
  /// Returns the part at each place of a node, identified by the number of parts that come before its first place.
  /// Two nodes with the same content have the same numbers if they share their objects in the same way.
  func sharing(of root: Held) -> [Int] {
    var met: [Int: Int] = [:]
    var places: [Int] = []
    var open = [root]
    while let held = open.popLast() {
      guard case .part(let part) = held else { continue }
      places.append(met[part] ?? met.count)
      guard met[part] == nil else { continue }
      met[part] = met.count
      open += inOrder(part, met).reversed()
    }
    return places
  }

  /// Returns the contents of a part. Contents without an order, in a set or a dictionary, are ordered by their
  /// content, and then by the places where they were met.
  private func inOrder(_ part: Int, _ met: [Int: Int]) -> [Held] {
    let held = parts[part].ordered
    let size: Int
    switch parts[part].kind {
    case .array, .record, .instance: return held
    case .set: size = 1
    case .dictionary: size = 2
    }
    let units = stride(from: 0, to: held.count, by: size).map { start in
      let unit = held[start..<(start + size)]
      let places = unit.map { if case .part(let part) = $0 { met[part] ?? .max } else { 0 } }
      return (unit: unit, order: unit.map(number) + places)
    }
    return units.sorted { $0.order.lexicographicallyPrecedes($1.order) }.flatMap(\.unit)
  }
}

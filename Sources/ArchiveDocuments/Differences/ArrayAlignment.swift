internal import ArchiveBytes
internal import ColumnArchives

/// Finds the corresponding elements of two arrays, so that insertions and removals are reported alone.
///
/// Elements are identified by their hashes. Equal elements at the beginning and the end of both are skipped. Short
/// sections are compared in full. Long sections are divided at elements that occur exactly once on both sides, and
/// the elements in between are compared.
struct ArrayAlignment {
  let old: [Int]
  let new: [Int]
  /// Up to this many elements on both sides are compared in full.
  private static let shortStretch = 1000
  /// Up to this many pairs of different elements are compared by likeness.
  private static let likenessLimit = 400

  /// Returns the positions of corresponding elements, and of elements that only one side has, in order.
  ///
  /// - Parameter likeness: Returns how much two different elements have in common, from 0 to 1.
  func positions(_ likeness: (Int, Int) -> Double) -> [(old: Int?, new: Int?)] {
    var result: [(old: Int?, new: Int?)] = []
    var (nextOld, nextNew) = (0, 0)
    for match in matches() + [(old.count, new.count)] {
      result += pairs(nextOld..<match.old, nextNew..<match.new, likeness)
      if match.old < old.count { result.append((match.old, match.new)) }
      (nextOld, nextNew) = (match.old + 1, match.new + 1)
    }
    return result
  }

  // MARK: Elements that are the same

  /// Returns the positions of elements that are the same on both sides, in order.
  private func matches() -> [(old: Int, new: Int)] {
    var result: [(old: Int, new: Int)] = []
    var open = [(0..<old.count, 0..<new.count)]
    while var (first, second) = open.popLast() {
      while let i = first.first, let j = second.first, old[i] == new[j] {
        result.append((i, j))
        (first, second) = (first.dropFirst(), second.dropFirst())
      }
      while let i = first.last, let j = second.last, old[i] == new[j] {
        result.append((i, j))
        (first, second) = (first.dropLast(), second.dropLast())
      }
      if first.isEmpty || second.isEmpty { continue }
      if first.count + second.count <= Self.shortStretch {
        result += common(first, second)
        continue
      }
      var (start, startNew) = (first.lowerBound, second.lowerBound)
      let marks = marks(first, second)
      if marks.isEmpty { continue }
      for (i, j) in marks {
        result.append((i, j))
        open.append((start..<i, startNew..<j))
        (start, startNew) = (i + 1, j + 1)
      }
      open.append((start..<first.upperBound, startNew..<second.upperBound))
    }
    return result.sorted { $0.old < $1.old }
  }

  /// Returns the longest common subsequence of two short sections.
  private func common(_ first: Range<Int>, _ second: Range<Int>) -> [(old: Int, new: Int)] {
    let difference = new[second].difference(from: old[first])
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(first.lowerBound + offset)
      case .insert(let offset, _, _): inserted.insert(second.lowerBound + offset)
      }
    }
    return Array(
      zip(first.filter { !removed.contains($0) }, second.filter { !inserted.contains($0) }))
  }

  /// Returns the elements that occur exactly once in both sections, if they are in the same order.
  private func marks(_ first: Range<Int>, _ second: Range<Int>) -> [(old: Int, new: Int)] {
    func single(_ hashes: [Int], _ range: Range<Int>) -> [Int: Int] {
      Dictionary(range.map { (hashes[$0], $0) }) { _, _ in -1 }.filter { $0.value >= 0 }
    }
    let positions = single(new, second)
    let pairs = single(old, first).compactMap { hash, i in positions[hash].map { (old: i, new: $0) } }
      .sorted { $0.old < $1.old }
    // Finds the longest increasing subsequence of the new positions: for each length, keeps the pair with the lowest
    // last position.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: pairs.count)
    for (index, pair) in pairs.enumerated() {
      let place = ends.indices.partitioningIndex { pairs[ends[$0]].new >= pair.new }
      if place > 0 { previous[index] = ends[place - 1] }
      if place == ends.count { ends.append(index) } else { ends[place] = index }
    }
    var (rising, index) = ([(old: Int, new: Int)](), ends.last ?? -1)
    while index >= 0 {
      rising.append(pairs[index])
      index = previous[index]
    }
    return rising.reversed()
  }

  // MARK: Elements that differ

  /// Pairs elements that all differ: by likeness, or by position if there are many.
  private func pairs(
    _ first: Range<Int>, _ second: Range<Int>, _ likeness: (Int, Int) -> Double
  ) -> [(old: Int?, new: Int?)] {
    guard first.count != second.count, !first.isEmpty, !second.isEmpty,
      first.count * second.count <= Self.likenessLimit
    else {
      let count = min(first.count, second.count)
      return zip(first, second).map { ($0, $1) } + first.dropFirst(count).map { ($0, nil) }
        + second.dropFirst(count).map { (nil, $0) }
    }
    // The best sums of likenesses for the remainders of both sides, computed from the end.
    var best = Array(repeating: Array(repeating: 0.0, count: second.count + 1), count: first.count + 1)
    var gains = best
    for i in (0..<first.count).reversed() {
      for j in (0..<second.count).reversed() {
        gains[i][j] = likeness(first.lowerBound + i, second.lowerBound + j) + best[i + 1][j + 1]
        best[i][j] = max(gains[i][j], best[i + 1][j], best[i][j + 1])
      }
    }
    var result: [(old: Int?, new: Int?)] = []
    var (i, j) = (0, 0)
    while i < first.count || j < second.count {
      let (old, new) = (first.lowerBound + i, second.lowerBound + j)
      if i < first.count, j < second.count, gains[i][j] > 0, best[i][j] == gains[i][j] {
        result.append((old, new))
        (i, j) = (i + 1, j + 1)
      } else if j == second.count || i < first.count && best[i][j] == best[i + 1][j] {
        result.append((old, nil))
        i += 1
      } else {
        result.append((nil, new))
        j += 1
      }
    }
    return result
  }
}

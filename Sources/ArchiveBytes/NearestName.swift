/// Returns the name among `names` that `name` was most likely meant to be, for the advice of an error.
///
/// Compares names by the number of characters to insert, delete, replace or swap with their neighbour; differences in
/// case count least. Among equally near names it returns the alphabetically first.
///
/// - Returns: `nil` if no name is near: if more than a third of its characters are wrong, or the names are too long
///   to have been typed.
/// - Complexity: The product of the lengths, for each name; names of more than 64 characters are skipped.
package func nearestName(to name: String, among names: some Sequence<String>) -> String? {
  let wanted = Array(name)
  guard !wanted.isEmpty, wanted.count <= longestName else { return nil }
  let lowercased = Array(name.lowercased())
  var nearest: (name: String, distance: Int)?
  for candidate in names where candidate != name && candidate.utf8.count <= 4 * longestName {
    let characters = Array(candidate)
    guard !characters.isEmpty, characters.count <= longestName else { continue }
    let distance = editDistance(lowercased, Array(candidate.lowercased()))
    guard distance * 3 <= max(3, min(wanted.count, characters.count)) else { continue }
    if let nearest, (nearest.distance, nearest.name) <= (distance, candidate) { continue }
    nearest = (candidate, distance)
  }
  return nearest?.name
}

private let longestName = 64

/// Returns the cost of ``nearestName(to:among:)`` for one name, in steps.
package func nearestNameWork(from name: String, to candidate: String) -> Int {
  let (first, second) = (name.utf8.count, candidate.utf8.count)
  return first > 4 * longestName || second > 4 * longestName ? 1 : first * second
}

/// Returns how many characters must be inserted, deleted, replaced or swapped with their neighbour to turn one string
/// into the other.
private func editDistance(_ first: [Character], _ second: [Character]) -> Int {
  // Fills the table of all pairs of prefixes row by row; a swap looks two rows back.
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for (i, character) in first.enumerated() {
    var row = [i + 1]
    for (j, other) in second.enumerated() {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (character == other ? 0 : 1))
      if i > 0, j > 0, character == second[j - 1], first[i - 1] == other {
        best = min(best, beforeLast[j - 1] + 1)
      }
      row.append(best)
    }
    (beforeLast, last) = (last, row)
  }
  return last[second.count]
}

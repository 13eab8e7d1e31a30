/// What a log must have, by what its writer was told.
///
/// Elements have numbers that are never given again, in the order in which they were appended. So whatever is read of
/// the log tells which elements are there.
struct LogModel {
  /// What was told of an element.
  enum State: Comparable {
    /// The call failed or has not ended, so it may be there or not.
    case unknown
    case buffered
    case written
    case synced
  }

  enum Fault: Error {
    /// The element with a number of the log is another one than before.
    case changed(Int, from: Int, to: Int)
    case missing(Int, State)
    case notAppended(Int)
    /// Elements in front of others are missing.
    case hole(before: Int)
    case notInOrder(Int)
    /// A follower has seen another element at a number of the log, or none.
    case notFollowed(Int, Int?, next: Int?)
    /// Elements are missing at the beginning, or there are more than were ever deleted.
    case begins(Int, with: Int)
  }

  /// The number of the log's first element, as far as old segments were deleted.
  private(set) var first = 0
  /// The elements that the log had when it was opened.
  private(set) var settled: [Int] = []
  /// The elements that were appended since.
  private var added: [(element: Int, state: State)] = []
  /// Whether the power has failed since the log was opened.
  private(set) var lostPower = false
  private(set) var nextElement = 0
  /// What there was before a deletion that may not have reached the disk.
  private var undeleted: (first: Int, settled: [Int], added: [(element: Int, state: State)])?

  /// Notes that a call begins.
  mutating func begin(_ count: Int) -> Range<Int> {
    defer { nextElement += count }
    added += (nextElement..<nextElement + count).map { ($0, .unknown) }
    return nextElement..<nextElement + count
  }

  /// Notes what a call was told.
  mutating func tell(_ elements: Range<Int>, _ state: State) {
    for index in added.indices where elements.contains(added[index].element) { added[index].state = state }
  }

  /// Notes that everything that was appended and has not failed is as safe as a flush says.
  mutating func tellAll(_ state: State) {
    for index in added.indices where added[index].state > .unknown {
      added[index].state = max(added[index].state, state)
    }
  }

  /// Notes that the program was stopped: what was buffered may be gone.
  mutating func stop(losesPower: Bool) {
    for index in added.indices where added[index].state == .buffered { added[index].state = .unknown }
    lostPower = lostPower || losesPower
  }

  /// Notes that the elements before one were deleted.
  ///
  /// - Parameter number: Its number in the log.
  mutating func delete(before element: Int, at number: Int) {
    undeleted = (first, settled, added)
    settled.removeFirst(min(number - first, settled.count))
    added.removeAll { $0.element < element }
    first = number
  }

  /// Notes that what was deleted is gone from the disk.
  mutating func confirmDeletion() { undeleted = nil }

  /// Checks what was read.
  ///
  /// - Parameters:
  ///   - found: The elements.
  ///   - number: The number of the first.
  func check(_ found: [Int], from number: Int) throws(Fault) {
    if let undeleted, lostPower, number == undeleted.first {
      var model = self
      (model.first, model.settled, model.added, model.undeleted) = (
        number, undeleted.settled, undeleted.added, nil
      )
      return try model.check(found, from: number)
    }
    if number > first, settled.count >= number - first,
      settled.prefix(number - first).allSatisfy({ $0 == Self.lost })
    {
      var model = self
      (model.first, model.settled) = (number, Array(settled.dropFirst(number - first)))
      return try model.check(found, from: number)
    }
    guard number == first || found.isEmpty else { throw .begins(number, with: found[0]) }
    for (index, (before, now)) in zip(settled, found).enumerated() where before != now {
      throw .changed(first + index, from: before, to: now)
    }
    guard found.count >= settled.count else { throw .missing(settled[found.count], .synced) }
    var rest = added[...]
    var skipped: Int?
    let least: State = lostPower ? .synced : .written
    for element in found[settled.count...] {
      while let next = rest.first, next.element != element {
        guard next.element < element else { throw .notInOrder(element) }
        if next.state > .unknown { skipped = skipped ?? next.element }
        if next.state >= least { throw .missing(next.element, next.state) }
        rest.removeFirst()
      }
      guard !rest.isEmpty else { throw .notAppended(element) }
      if let skipped { throw .hole(before: skipped) }
      rest.removeFirst()
    }
    if let lost = rest.first(where: { $0.state >= least }) { throw .missing(lost.element, lost.state) }
  }

  /// Stands for an element that a repair has noted as lost.
  static let lost = -1

  /// Returns what was read with the elements that are known to be lost behind it, as no reader is told of these yet.
  func withLostEnd(_ found: [Int], from number: Int?) -> [Int] {
    let rest = settled.dropFirst((number ?? first) - first + found.count)
    return rest.allSatisfy { $0 == Self.lost } ? found + rest : found
  }

  /// Notes what the log has after it was opened: nothing else of what was appended before is ever there.
  ///
  /// - Parameter number: The number of the first element.
  mutating func settle(_ found: [Int], from number: Int) {
    (first, settled, added, lostPower, undeleted) = (number, found, [], false, nil)
  }
}

internal import ArchiveBytes
package import ArchiveNodes

/// Compares two nodes without recursion, so memory limits their depth and the thread's stack does not.
///
/// Pairs of parts are compared one after the other. Unordered parts, of sets and dictionaries, are paired by their
/// hashes. If several have the same hash, each pairing is compared in a separate trial.
package struct NodeComparison<Relation: ObjectRelation> {
  /// Parts to compare one by one.
  private struct Task {
    var left: [ArchiveNode]
    var right: [ArchiveNode]
    let leftObjects: [ArchiveNode]?
    let rightObjects: [ArchiveNode]?
    var position = 0
  }

  /// Parts with the same hash that are not paired yet.
  private struct Choice {
    /// The remaining parts; each is an element alone, or a key and its value.
    var left: [[ArchiveNode]]
    var right: [[ArchiveNode]]
    let leftObjects: [ArchiveNode]?
    let rightObjects: [ArchiveNode]?
    /// The position of the right part that is compared with the last left part.
    var candidate = 0

    var task: Task {
      Task(
        left: left[left.count - 1], right: right[candidate], leftObjects: leftObjects,
        rightObjects: rightObjects)
    }

    mutating func accept() {
      left.removeLast()
      right.remove(at: candidate)
      candidate = 0
    }
  }

  /// A comparison under assumptions that may be undone.
  private struct Trial {
    var tasks: [Task]
    var choices: [Choice] = []
    /// The number of assumptions made before.
    let assumptions: Int
    /// The compared objects, if both sides are objects.
    var objects: ObjectPair?
    /// The number of nodes compared before, and how many of them in vain.
    let work: (done: Int, wasted: Int)
  }

  private struct ObjectPair: Hashable {
    let left: ObjectIdentity
    let right: ObjectIdentity
  }

  private var relation: Relation
  private var trials: [Trial] = []
  /// Objects that were found to differ.
  private var different: Set<ObjectPair> = []
  /// The number of nodes compared, and how many of them in failed trials.
  private var work = (done: 0, wasted: 0)
  /// The maximum number of nodes compared in vain, for relations where the result of one trial is useless to the next.
  private let wasteLimit: Int

  package init(_ relation: Relation, wasteLimit: Int = .max) {
    self.relation = relation
    self.wasteLimit = wasteLimit
  }

  /// Compares two nodes, using the results of earlier comparisons.
  package mutating func areEqual(
    _ left: ArchiveNode, in leftObjects: [ArchiveNode]? = nil, _ right: ArchiveNode,
    in rightObjects: [ArchiveNode]? = nil
  ) -> Bool {
    start(Task(left: [left], right: [right], leftObjects: leftObjects, rightObjects: rightObjects))
    while let trial = trials.indices.last {
      guard let task = trials[trial].tasks.indices.last else {
        if trials[trial].choices.isEmpty {
          trials.removeLast()
          if trial == 0 { return true }
          trials[trial - 1].choices[trials[trial - 1].choices.count - 1].accept()
        } else {
          choose(trial)
        }
        continue
      }
      let position = trials[trial].tasks[task].position
      guard position < trials[trial].tasks[task].left.count else {
        trials[trial].tasks.removeLast()
        continue
      }
      trials[trial].tasks[task].position += 1
      work.done += 1
      let (first, second) = (
        trials[trial].tasks[task].left[position], trials[trial].tasks[task].right[position]
      )
      let areSame =
        ArchiveNode.areSameLeaves(first, second)
        ?? compare(
          first, trials[trial].tasks[task].leftObjects, second, trials[trial].tasks[task].rightObjects)
      if !areSame, !tryNext() { return false }
    }
    return true
  }

  private mutating func start(_ task: Task, _ objects: ObjectPair? = nil) {
    trials.append(Trial(tasks: [task], assumptions: relation.count, objects: objects, work: work))
  }

  // MARK: Choices

  /// Ends the current trial as failed, and selects the next candidate.
  ///
  /// - Returns: Whether there is one.
  private mutating func tryNext() -> Bool {
    while let failed = trials.popLast() {
      relation.undo(to: failed.assumptions)
      // The waste inside the trial is part of the work that it did.
      work.wasted = failed.work.wasted + work.done - failed.work.done
      if !Relation.isFinal, work.wasted > wasteLimit { return false }
      if Relation.isFinal, let objects = failed.objects { different.insert(objects) }
      guard let trial = trials.indices.last else { return false }
      let choice = trials[trial].choices.count - 1
      trials[trial].choices[choice].candidate += 1
      if trials[trial].choices[choice].candidate < trials[trial].choices[choice].right.count { return true }
    }
    return false
  }

  /// Continues with the last choice of a trial.
  private mutating func choose(_ trial: Int) {
    let choice = trials[trial].choices[trials[trial].choices.count - 1]
    if choice.left.isEmpty {
      trials[trial].choices.removeLast()
    } else if choice.left.count == 1 {
      // The last remaining parts must be a pair, or none matches.
      trials[trial].choices.removeLast()
      trials[trial].tasks.append(choice.task)
    } else {
      let task = choice.task
      guard let left = NodePlace(task.left[0], in: task.leftObjects).identity,
        let right = NodePlace(task.right[0], in: task.rightObjects).identity, task.left.count == 1
      else { return start(task) }
      let objects = ObjectPair(left: left, right: right)
      start(different.contains(objects) ? Self.never : task, objects)
    }
  }

  /// A task that fails.
  private static var never: Task {
    Task(left: [true], right: [false], leftObjects: nil, rightObjects: nil)
  }

  // MARK: Nodes

  /// Compares two nodes without their parts, and adds the parts to the tasks.
  private mutating func compare(
    _ left: ArchiveNode, _ leftObjects: [ArchiveNode]?, _ right: ArchiveNode, _ rightObjects: [ArchiveNode]?
  ) -> Bool {
    let (left, right) = (NodePlace(left, in: leftObjects), NodePlace(right, in: rightObjects))
    guard left.unusualClasses == right.unusualClasses else { return false }
    if let areSame = ArchiveNode.areSameLeaves(left.content, right.content) { return areSame }
    switch (left.content, right.content) {
    case (.array(let first), .array(let second)):
      guard first.count == second.count else { return false }
      return later(left, right) { $0.add(first, second, left, right) }
    case (.set(let first), .set(let second)):
      guard first.count == second.count else { return false }
      return later(left, right) { $0.pair(first.map { [$0] }, second.map { [$0] }, left, right) }
    case (.dictionary(let first), .dictionary(let second)):
      guard first.count == second.count else { return false }
      return later(left, right) {
        $0.pair(first.map { [$0.key, $0.value] }, second.map { [$0.key, $0.value] }, left, right)
      }
    case (.record(let first), .record(let second)):
      guard first.className == second.className, first.caseName == second.caseName,
        first.version == second.version, let values = second.nodes(inOrderOf: first)
      else { return false }
      return later(left, right) { $0.add(first.values, values, left, right) }
    case (.reference(let first), .reference(let second)):
      // Without a graph, only the number is known. References known to lead nowhere are all the same.
      let (isNone, isNoneEither) = (left.objects != nil || first < 0, right.objects != nil || second < 0)
      return isNone == isNoneEither && (isNone || first == second)
    default: return false
    }
  }

  /// Compares the parts of two places, unless they are already assumed to be equal.
  private mutating func later(
    _ left: NodePlace, _ right: NodePlace, _ parts: (inout Self) -> Bool
  ) -> Bool {
    guard let areOpen = relation.relate(left, right) else { return false }
    return areOpen ? parts(&self) : true
  }

  private mutating func add(
    _ left: [ArchiveNode], _ right: [ArchiveNode], _ leftPlace: NodePlace, _ rightPlace: NodePlace
  ) -> Bool {
    if !left.isEmpty {
      trials[trials.count - 1].tasks.append(
        Task(left: left, right: right, leftObjects: leftPlace.objects, rightObjects: rightPlace.objects))
    }
    return true
  }

  /// Pairs unordered parts by their first nodes, which are elements or keys.
  private mutating func pair(
    _ left: [[ArchiveNode]], _ right: [[ArchiveNode]], _ leftPlace: NodePlace, _ rightPlace: NodePlace
  ) -> Bool {
    // Usually, they are in the same order.
    let areInOrder = left.indices.allSatisfy { position in
      Self.areSameLeaves(left[position][0], leftPlace, right[position][0], rightPlace)
    }
    if areInOrder { return add(left.flatMap { $0 }, right.flatMap { $0 }, leftPlace, rightPlace) }

    func byHash(_ parts: [[ArchiveNode]], _ place: NodePlace) -> [(hash: Int, part: [ArchiveNode])] {
      parts.map { (NodeHash.hash($0[0], in: place.objects), $0) }.sorted { $0.0 < $1.0 }
    }
    let (lefts, rights) = (byHash(left, leftPlace), byHash(right, rightPlace))
    guard lefts.elementsEqual(rights, by: { $0.hash == $1.hash }) else { return false }
    var (certainLeft, certainRight): ([ArchiveNode], [ArchiveNode]) = ([], [])
    var start = 0
    while start < lefts.count {
      var end = start + 1
      while end < lefts.count, lefts[end].hash == lefts[start].hash { end += 1 }
      if end == start + 1 {
        certainLeft += lefts[start].part
        certainRight += rights[start].part
      } else {
        trials[trials.count - 1].choices.append(
          Choice(
            left: lefts[start..<end].map(\.part), right: rights[start..<end].map(\.part),
            leftObjects: leftPlace.objects, rightObjects: rightPlace.objects))
      }
      start = end
    }
    return add(certainLeft, certainRight, leftPlace, rightPlace)
  }

  private static func areSameLeaves(
    _ left: ArchiveNode, _ leftPlace: NodePlace, _ right: ArchiveNode, _ rightPlace: NodePlace
  ) -> Bool {
    if let areSame = ArchiveNode.areSameLeaves(left, right) { return areSame }
    let (left, right) = (NodePlace(left, in: leftPlace.objects), NodePlace(right, in: rightPlace.objects))
    return left.unusualClasses == right.unusualClasses
      && ArchiveNode.areSameLeaves(left.content, right.content) == true
  }
}

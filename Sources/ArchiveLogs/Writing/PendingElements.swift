internal import ArchiveBytes

/// The elements of one call.
struct PendingPart: Sendable {
  let count: Int
  /// The durability for which the call waits.
  let durability: ArchiveLogDurability
  /// The continuation of the call, until it is resumed.
  var caller: CheckedContinuation<Void, any Error>?
}

/// Elements that wait to be written, and the calls that appended them.
struct PendingElements<Element: Sendable>: Sendable {
  private(set) var elements: [Element] = []
  private(set) var parts: [PendingPart] = []
  private var isWritten = false

  var count: Int { elements.count }

  /// Whether this many more elements may wait. A call with more elements than the limit has room when no others wait.
  func hasRoom(for added: Int, in limit: Int) -> Bool {
    elements.isEmpty || added <= max(limit, 1) - elements.count
  }

  /// Whether some call waits for exactly this durability.
  func waits(for durability: ArchiveLogDurability) -> Bool {
    parts.contains { $0.caller != nil && $0.durability == durability }
  }

  /// Adds the elements of a call.
  ///
  /// - Parameter caller: The call that waits for them, if any.
  mutating func append(
    _ added: some Collection<Element>, _ caller: CheckedContinuation<Void, any Error>? = nil,
    until durability: ArchiveLogDurability = .buffered
  ) {
    let count = added.count
    elements.append(contentsOf: added)
    // A call without elements that does not wait needs no entry.
    if count > 0 || caller != nil {
      parts.append(PendingPart(count: count, durability: durability, caller: caller))
    }
  }

  /// Removes everything, and returns it.
  mutating func take() -> PendingElements {
    defer { self = PendingElements() }
    return self
  }

  /// The elements of calls that still wait, and the elements for which no call waits, if they are not written.
  var unacknowledged: [Element] {
    var (found, start) = ([Element](), 0)
    for part in parts {
      if part.caller != nil || part.durability == .buffered && !isWritten {
        found += elements[start..<start + part.count]
      }
      start += part.count
    }
    return found
  }

  /// Resumes the calls that wait for no more than a durability.
  ///
  /// - Returns: The number of resumed calls.
  @discardableResult
  mutating func acknowledge(_ durability: ArchiveLogDurability) -> Int {
    isWritten = true
    var count = 0
    for index in parts.indices where parts[index].durability <= durability {
      guard let caller = parts[index].caller else { continue }
      caller.resume()
      parts[index].caller = nil
      count += 1
    }
    return count
  }

  /// Resumes the calls whose elements cannot be archived.
  ///
  /// - Parameter errors: The error of each call, or `nil`.
  /// - Returns: The first error of a call that does not wait.
  mutating func refuse(_ errors: [ArchiveError?]) -> ArchiveError? {
    var untold: ArchiveError?
    for (index, error) in errors.enumerated() {
      guard let error else { continue }
      if let caller = parts[index].caller {
        caller.resume(throwing: error)
        parts[index].caller = nil
      } else {
        untold = untold ?? error
      }
    }
    return untold
  }

  /// Resumes all calls that still wait with an error.
  func fail(_ error: any Error) {
    for part in parts { part.caller?.resume(throwing: error) }
  }
}

/// Calls whose elements have no room yet. They get room in their order, and no later call gets it before them, so that
/// no call waits forever.
struct WaitingCalls<Element: Sendable> {
  private struct Call {
    let elements: [Element]
    let durability: ArchiveLogDurability
    let caller: CheckedContinuation<Void, any Error>
  }

  private var calls: [Call] = []

  var isEmpty: Bool { calls.isEmpty }
  var count: Int { calls.count }
  var elements: [Element] { calls.flatMap(\.elements) }

  mutating func append(
    _ elements: [Element], _ caller: CheckedContinuation<Void, any Error>,
    until durability: ArchiveLogDurability
  ) {
    calls.append(Call(elements: elements, durability: durability, caller: caller))
  }

  /// Gives the available room to the first calls. Calls that wait only for room are resumed.
  mutating func move(to pending: inout PendingElements<Element>, limit: Int) {
    var moved = 0
    for call in calls {
      guard pending.hasRoom(for: call.elements.count, in: limit) else { break }
      if call.durability > .buffered {
        pending.append(call.elements, call.caller, until: call.durability)
      } else {
        pending.append(call.elements)
        call.caller.resume()
      }
      moved += 1
    }
    calls.removeFirst(moved)
  }

  /// Resumes all calls with an error.
  mutating func fail(_ error: any Error) {
    for call in calls { call.caller.resume(throwing: error) }
    calls = []
  }
}

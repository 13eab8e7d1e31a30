internal import ArchiveBytes

/// Elements that wait to be written, and the calls that appended them.
struct PendingElements<Element> {
  /// The elements of one call.
  struct Part {
    let count: Int
    /// What the call waits for.
    let durability: ArchiveLogDurability
    /// The call, until it is resumed.
    var caller: CheckedContinuation<Void, any Error>?
  }

  private(set) var elements: [Element] = []
  private(set) var parts: [Part] = []

  var count: Int { elements.count }
  /// Whether some call has not been resumed.
  var waits: Bool { parts.contains { $0.caller != nil } }

  /// Adds the elements of a call.
  mutating func append(
    _ added: some Collection<Element>, _ caller: CheckedContinuation<Void, any Error>? = nil,
    until durability: ArchiveLogDurability = .buffered
  ) {
    elements.append(contentsOf: added)
    parts.append(Part(count: added.count, durability: durability, caller: caller))
  }

  /// Removes everything, and returns it.
  mutating func take() -> PendingElements {
    defer { self = PendingElements() }
    return self
  }

  /// Resumes the calls that wait for no more than a durability.
  mutating func acknowledge(_ durability: ArchiveLogDurability) {
    for index in parts.indices where parts[index].durability <= durability {
      parts[index].caller?.resume()
      parts[index].caller = nil
    }
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

import Dispatch
import Foundation

/// Calls `body` once for each element, on all cores at the same time, and waits for the end.
///
/// This is for cases that have nothing to do with each other. Make random cases before, in their order, so that a seed
/// repeats them. What `body` changes outside of itself needs a lock.
///
/// - Throws: One of the errors that `body` has thrown.
public func concurrently<Element, Failure: Error>(
  _ elements: some Sequence<Element>, _ body: (Element) throws(Failure) -> Void
) throws(Failure) {
  nonisolated(unsafe) let elements = Array(elements)
  nonisolated(unsafe) var failure: Failure?
  let lock = NSLock()
  withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) let body = body
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      do throws(Failure) {
        try body(elements[index])
      } catch {
        lock.withLock { failure = error }
      }
    }
  }
  if let failure { throw failure }
}

/// Calls `body` once for each element, in tasks that run at the same time, and waits for the end.
///
/// - Returns: What it returned, in the order of the elements.
public func concurrently<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    for (index, element) in elements.enumerated() {
      group.addTask { (index, try await body(element)) }
    }
    var results: [Int: Result] = [:]
    for try await (index, result) in group { results[index] = result }
    return elements.indices.map { results[$0]! }
  }
}

internal import Foundation

/// A few writers or readers that are kept from one call to the next, by any number of threads.
///
/// A call takes one, or creates one if there is none, and returns it if its work succeeded. So a tool is never used by
/// two calls at once, not even if one value encodes another on its own.
final class ToolShelf<Tool: AnyObject>: @unchecked Sendable {
  // Sendable: the tools are accessed only under the lock, and belong to one caller once taken.
  private let lock = NSLock()
  // Exclusivity is not checked, and cannot be violated: every access is under the lock, and runs no code of others.
  @safe @exclusivity(unchecked) private var tools: [Tool] = []
  private static var most: Int { 4 }

  init() { tools.reserveCapacity(Self.most) }

  func take() -> Tool? {
    lock.lock()
    defer { lock.unlock() }
    return tools.popLast()
  }

  func putBack(_ tool: Tool) {
    lock.lock()
    defer { lock.unlock() }
    if tools.count < Self.most { tools.append(tool) }
  }
}

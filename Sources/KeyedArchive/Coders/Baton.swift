/// The one writer, or reader, of a coder, which code of values and code of objects pass to each other.
///
/// Values work on it through `inout`, objects through their coder, and either may lead to the other. It stays in one
/// place all the while: what passes is its address, from which each derives the access of the next. So nobody copies
/// it, and a coder has none while a value works with it.
@safe
final class Baton<Tool> {
  /// Where the tool is; `nil` while the coder has passed it on, or was given none.
  private var address: UnsafeMutablePointer<Tool>?
  /// The memory of the tool, if it is the coder's own.
  private let own: UnsafeMutablePointer<Tool>?

  /// A tool that is the coder's own.
  init(_ tool: consuming Tool) {
    let own = UnsafeMutablePointer<Tool>.allocate(capacity: 1)
    unsafe own.initialize(to: tool)
    unsafe self.own = unsafe own
    unsafe address = unsafe own
  }

  /// None yet: others let the coder have theirs.
  init() {
    unsafe own = nil
    unsafe address = nil
  }

  deinit {
    unsafe own?.deinitialize(count: 1)
    unsafe own?.deallocate()
  }

  /// Whether the tool is the coder's own.
  var isOwn: Bool { unsafe own != nil }

  /// Whether the coder has the tool.
  @inline(__always)
  var isHere: Bool { unsafe address != nil }

  /// The tool. The coder must have it.
  @inline(__always)
  var tool: Tool {
    // SAFETY: the address is that of `own`, or of the caller of `take`, which has not returned.
    _read { yield unsafe address!.pointee }
    _modify { yield unsafe &address!.pointee }
  }

  /// Calls `body` with the tool, which the coder does not have until `body` returns.
  @inline(__always)
  func pass<Result>(_ body: (inout Tool) throws -> Result) rethrows -> Result {
    // SAFETY: as for `tool`; nobody else has the address while `body` works with it.
    let lent = unsafe address!
    unsafe address = nil
    defer { unsafe address = unsafe lent }
    return try unsafe body(&lent.pointee)
  }

  /// Calls `body` while the coder has this tool.
  @inline(__always)
  func take<Result>(_ tool: inout Tool, _ body: () throws -> Result) rethrows -> Result {
    let outer = unsafe address
    defer { unsafe address = unsafe outer }
    return try unsafe withUnsafeMutablePointer(to: &tool) {
      // SAFETY: the address is good until `body` returns, and is given up then.
      unsafe address = unsafe $0
      return try body()
    }
  }
}

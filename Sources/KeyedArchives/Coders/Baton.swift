/// The single writer or reader of a coder, which value code and object code pass to each other.
///
/// Values use it through `inout`, objects through their coder, and either may call the other. It never moves: only
/// its address is passed on. So nobody copies it, and a coder does not have it while a value uses it.
@safe
final class Baton<Tool> {
  /// The address of the tool; `nil` while the coder has passed it on, or never received one.
  private var address: UnsafeMutablePointer<Tool>?
  /// The memory of the tool, if the coder owns it.
  private let own: UnsafeMutablePointer<Tool>?

  /// Creates a baton that owns its tool.
  init(_ tool: consuming Tool) {
    let own = UnsafeMutablePointer<Tool>.allocate(capacity: 1)
    unsafe own.initialize(to: tool)
    unsafe self.own = unsafe own
    unsafe address = unsafe own
  }

  /// Creates a baton without a tool; others lend the coder theirs.
  init() {
    unsafe own = nil
    unsafe address = nil
  }

  deinit {
    unsafe own?.deinitialize(count: 1)
    unsafe own?.deallocate()
  }

  /// Whether the coder owns the tool.
  var isOwn: Bool { unsafe own != nil }

  /// Whether the coder currently has the tool.
  @inline(__always)
  var isHere: Bool { unsafe address != nil }

  /// The tool. The coder must have it.
  @inline(__always)
  var tool: Tool {
    // SAFETY: the address is that of `own`, or comes from a call of `take` that has not returned.
    _read { yield unsafe address!.pointee }
    _modify { yield unsafe &address!.pointee }
  }

  /// Calls `body` with the tool; the coder does not have it until `body` returns.
  @inline(__always)
  func pass<Result>(_ body: (inout Tool) throws -> Result) rethrows -> Result {
    // SAFETY: as for `tool`; nobody else has the address while `body` uses it.
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
      // SAFETY: the address is valid until `body` returns, and is given up then.
      unsafe address = unsafe $0
      return try body()
    }
  }
}

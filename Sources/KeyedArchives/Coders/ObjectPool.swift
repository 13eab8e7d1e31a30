internal import Foundation

/// Pools for the objects that Foundation autoreleases.
///
/// On Apple platforms an autoreleased object stays until the caller's pool ends, and Foundation's methods autorelease
/// much of what they return, such as the keys of a dictionary. So each element of a collection gets a pool of its
/// own: a million of them need no more memory than one. ``CodingCall`` creates the pools of its own calls.
enum ObjectPool {
  /// Calls `body`, then releases the objects it autoreleased, except its result. On other platforms this costs
  /// nothing.
  @inline(__always)
  static func around<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
      try autoreleasepool(invoking: body)
    #else
      try body()
    #endif
  }
}

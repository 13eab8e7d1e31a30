internal import Foundation

/// Pools for the objects that Foundation autoreleases.
///
/// On Apple platforms an autoreleased object stays until the caller's pool ends, and Foundation's methods autorelease
/// much of what they return, such as the keys of a dictionary. So each element of a collection gets a pool of its own:
/// a million of them need no more memory than one. ``CodingCall`` has the pools of the calls that it makes.
enum ObjectPool {
  /// Calls `body`, and then releases what it autoreleased; its result stays. Elsewhere it costs nothing.
  @inline(__always)
  static func around<Result>(_ body: () throws -> Result) rethrows -> Result {
    #if canImport(ObjectiveC)
      try autoreleasepool(invoking: body)
    #else
      try body()
    #endif
  }
}

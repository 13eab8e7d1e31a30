public import ArchiveBytes

/// The elements that decoding left out of collections with the policy ``DecodeFailurePolicy/dropElements``.
///
/// ```swift
/// let (sessions, errors) = try DroppedElements.collecting {
///   try KeyedArchive.decode([Session].self, from: data)
/// }
/// for error in errors { print("not read:", error) }
/// ```
public enum DroppedElements {
  /// The number of errors that are kept.
  package static let maximumCount = 1000

  @TaskLocal private static var current: Collector?

  /// Runs `body`, and returns its result with one error for each element that decoding left out meanwhile, in the order
  /// in which they were met.
  ///
  /// The path of an error begins at the property: `events[2].kind`. In formats of bytes, its offset is that of the value
  /// that could not be read. At most 1,000 errors are kept; the elements after them are left out all the same.
  ///
  /// - Throws: What `body` throws.
  public static func collecting<Value>(
    _ body: () throws -> Value
  ) rethrows -> (value: Value, errors: [ArchiveError]) {
    let collector = Collector()
    let value = try $current.withValue(collector, operation: body)
    return (value, collector.errors)
  }

  // MARK: For decoders

  /// The number of errors so far; 0 if nobody collects them.
  package static var count: Int { current?.errors.count ?? 0 }

  /// Adds the error of an element.
  package static func add(_ error: ArchiveError) { current?.change { $0.append(error) } }

  /// Forgets the errors after the first `count`: what they were left out of is read again, or left out itself.
  package static func goBack(to count: Int) {
    current?.change { errors in
      if errors.count > count { errors.removeLast(errors.count - count) }
    }
  }

  /// Prefixes the paths of the errors after the first `count`.
  package static func locate(from count: Int, at component: @autoclosure () -> ArchiveError.PathComponent) {
    guard let current, current.errors.count > count else { return }
    let component = component()
    current.change { errors in
      for index in count..<errors.count { errors[index] = errors[index].prefixed(component) }
    }
  }

  private final class Collector: Sendable {
    private let found = Locked<[ArchiveError]>([])

    var errors: [ArchiveError] { found.withLock { $0 } }

    func change(_ body: (inout [ArchiveError]) -> Void) {
      found.withLock { errors in
        body(&errors)
        if errors.count > DroppedElements.maximumCount { errors.removeLast() }
      }
    }
  }
}

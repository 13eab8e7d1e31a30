// Only Apple platforms have XPC. It was type-checked for iOS, and never run.

#if canImport(ObjectiveC)
  public import ArchiveValues
  public import Foundation

  extension NSXPCInterface {
    /// Allows the objects of a type as an argument of a message, or of its reply.
    ///
    /// The type says what the argument holds: that of the values where the message has their `Coding` objects.
    ///
    /// ```swift
    /// interface.allowArchivable(
    ///   [Job].self, for: #selector(JobService.jobs(reply:)), argumentIndex: 0, ofReply: true)
    /// ```
    ///
    /// These are the `Coding` class, and Foundation's collection for an array, a set or a dictionary. A `Coding` allows
    /// the classes of its own fields when it is decoded, so they need not be listed. Classes that were allowed before,
    /// for this argument, stay so.
    ///
    /// - Parameters:
    ///   - type: The type of the values: `Job` for a `Job.Coding` or an optional of it, `[Job]` for a `[Job.Coding]`,
    ///     `[String: Job]` for a dictionary.
    ///   - selector: The message of the interface's protocol.
    ///   - index: The position of the argument, from 0; in a reply, among the parameters of the reply block.
    ///   - ofReply: Whether it is an argument of the reply block rather than of the message; `false` by default.
    public func allowArchivable<Value: ArchiveValue>(
      _ type: Value.Type, for selector: Selector, argumentIndex index: Int, ofReply: Bool = false
    ) {
      let allowed = classes(for: selector, argumentIndex: index, ofReply: ofReply)
      let needed = NSSet(array: Value.archiveClasses) as? Set<AnyHashable> ?? []
      setClasses(allowed.union(needed), for: selector, argumentIndex: index, ofReply: ofReply)
    }
  }
#endif

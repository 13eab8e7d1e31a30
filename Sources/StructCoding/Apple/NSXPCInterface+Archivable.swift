// Only Apple platforms have XPC. This code is type-checked for iOS, and was never run.

#if canImport(ObjectiveC)
  internal import ArchiveBytes
  public import ArchiveValues
  public import Foundation

  extension NSXPCInterface {
    /// Allows the objects of a type as an argument of a message, or of its reply.
    ///
    /// Pass the type of the values, although the message itself takes their `Coding` objects.
    ///
    /// ```swift
    /// interface.allowArchivable(
    ///   [Job].self, for: #selector(JobService.jobs(reply:)), argumentIndex: 0, ofReply: true)
    /// ```
    ///
    /// This allows the `Coding` class, and Foundation's collection class for an array, a set or a dictionary. A
    /// `Coding` allows the classes of its own fields when it is decoded, so you need not list them. Classes that were
    /// already allowed for this argument stay allowed.
    ///
    /// - Parameters:
    ///   - type: The type of the values: `Job` for a `Job.Coding` or an optional of it, `[Job]` for a `[Job.Coding]`,
    ///     `[String: Job]` for a dictionary.
    ///   - selector: The message of the interface's protocol.
    ///   - index: The position of the argument, from 0; in a reply, among the parameters of the reply block.
    ///   - ofReply: Whether the argument belongs to the reply block rather than to the message; `false` by default.
    public func allowArchivable<Value: ArchiveValue>(
      _ type: Value.Type, for selector: Selector, argumentIndex index: Int, ofReply: Bool = false
    ) {
      let allowed = classes(for: selector, argumentIndex: index, ofReply: ofReply)
      let needed = NSSet(array: Value.archiveClasses) as? Set<AnyHashable> ?? []
      setClasses(allowed.union(needed), for: selector, argumentIndex: index, ofReply: ofReply)
    }
  }

  /// The reply of a message, which `NSXPCConnection.reply(from:_:)` waits for. Call it once, from the
  /// message's reply block; later calls are ignored.
  public struct XPCReply<Value: Sendable>: Sendable {
    fileprivate let reply: SingleReply<Value>

    /// Replies with a value.
    public func callAsFunction(_ value: Value) { reply.finish(.success(value)) }

    /// Replies with the error, or otherwise with the value. If both are `nil`, the waiting call throws an
    /// ``ArchiveError``.
    public func callAsFunction(_ value: Value?, _ error: (any Error)?) {
      if let error { return reply.finish(.failure(error)) }
      if let value { return reply.finish(.success(value)) }
      reply.finish(.failure(ArchiveError(.invalidValue, expected: "a value or an error", found: "neither")))
    }
  }

  extension NSXPCConnection {
    /// Sends a message to the remote object, and waits for its reply.
    ///
    /// ```swift
    /// let jobs: [Job] = try await connection.reply(from: (any JobService).self) { service, reply in
    ///   service.jobs(named: names) { jobs, error in reply(jobs.decoded, error) }
    /// }
    /// ```
    ///
    /// If the task is cancelled, the call ends with a `CancellationError`. The message cannot be recalled: the other
    /// process completes it, and its reply is ignored.
    ///
    /// - Parameters:
    ///   - service: The protocol of the connection's `remoteObjectInterface`.
    ///   - send: Sends one message. It is called once, before the call suspends.
    /// - Throws: The error of the connection or of the reply; ``ArchiveError`` if the remote object does not conform
    ///   to the protocol, or if `send` releases the reply without calling it.
    nonisolated(nonsending) public func reply<Service, Value: Sendable>(
      from service: Service.Type, _ send: (_ service: Service, _ reply: XPCReply<Value>) throws -> Void
    ) async throws -> Value {
      try await SingleReply.value { reply in
        let proxy = remoteObjectProxyWithErrorHandler { reply.finish(.failure($0)) }
        guard let remote = proxy as? Service else {
          throw ArchiveError(
            .unsupported, expected: "a remote object of \(Service.self)", found: "\(type(of: proxy))",
            advice: .changeCode("Set the connection's remoteObjectInterface to the protocol's interface."))
        }
        try send(remote, XPCReply(reply: reply))
      }
    }
  }
#endif

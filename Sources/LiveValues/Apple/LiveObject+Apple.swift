// Key-value coding and observing are there on Apple platforms only. Written with care, and not compiled: the project's
// machines run Linux.

#if canImport(ObjectiveC)
  public import Foundation

  /// What a ``Live`` reference is below its type: an object whose properties are read, set and observed by name.
  ///
  /// ```swift
  /// let person = Live(Person(firstName: "Ada", lastName: "Byron"))
  /// person.value(forKey: "firstName")                               // "Ada"
  /// person.addObserver(controller, forKeyPath: "fullName", options: [.new], context: nil)
  /// person.lastName = "Lovelace"                                    // tells of lastName and of fullName, each once
  /// ```
  ///
  /// The struct must be a record, as `@Archivable` makes it. Its fields have their stored names, derived properties the
  /// names that ``ArchiveRecord/describeDerived(_:)`` gives. Fields that are structs have no parts here, nor have
  /// properties that are stored flat: these are one property each.
  ///
  /// Public since ``Live`` is; there is no other use for it. Whether it is `Sendable` is said by ``Live``.
  public class _LiveObject: NSObject {
    /// How the property of this name is read and set; `nil` when there is none. ``Live`` knows.
    func nameAccessor(_ name: String) -> NameAccessor? { nil }

    public override func value(forKey key: String) -> Any? {
      guard let accessor = nameAccessor(key) else { return super.value(forKey: key) }
      return accessor.get()
    }

    /// Sets a property. A value of another type than the property's raises `NSInvalidArgumentException`, as it does
    /// with other objects, and so does a property that cannot be set.
    public override func setValue(_ value: Any?, forKey key: String) {
      guard let accessor = nameAccessor(key) else { return super.setValue(value, forKey: key) }
      guard let set = accessor.set else { return raise("\(key) cannot be set") }
      // What bridges to `nil` in Objective-C is `NSNull` inside of collections, and may come from there.
      if !set(value is NSNull ? nil : value) {
        raise("\(key) cannot hold \(value.map { "a \(type(of: $0))" } ?? "nil")")
      }
    }

    private func raise(_ reason: String) {
      NSException(name: .invalidArgumentException, reason: "\(type(of: self)): \(reason)", userInfo: nil)
        .raise()
    }

    // MARK: Observing

    // `Live` says itself which keys change.
    public override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

    /// Whether anyone observes properties by their names.
    var hasNameObservers: Bool { unsafe observationInfo != nil }

    func willChange(_ names: [String]) {
      for name in names { willChangeValue(forKey: name) }
    }

    func didChange(_ names: [String]) {
      for name in names.reversed() { didChangeValue(forKey: name) }
    }
  }
#endif

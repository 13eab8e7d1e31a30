// Key-value coding and observing exist only on Apple platforms. This file was type-checked for iOS, and never run.

#if canImport(ObjectiveC)
  public import Foundation

  /// The superclass of ``LiveValue``: an object whose properties can be read, set and observed by name.
  ///
  /// ```swift
  /// let person = LiveValue(Person(firstName: "Ada", lastName: "Byron"))
  /// person.value(forKey: "firstName")                               // "Ada"
  /// person.addObserver(controller, forKeyPath: "fullName", options: [.new], context: nil)
  /// person.lastName = "Lovelace"                                    // notifies of lastName and fullName, once each
  /// ```
  ///
  /// The fields of an `@Archivable` struct have their stored names. Other properties, including computed ones, have the
  /// names that the struct lists as ``KeyValueObservable``. You cannot reach into a field that is a struct or a
  /// composition: each is one property.
  ///
  /// It is public only because ``LiveValue`` is. ``LiveValue`` determines whether it is `Sendable`.
  public class _LiveObject: NSObject {
    /// Returns the accessors of the property with this name, or `nil` if it does not exist. ``LiveValue`` overrides it.
    func nameAccessor(_ name: String) -> NameAccessor? { nil }

    public override func value(forKey key: String) -> Any? {
      guard let accessor = nameAccessor(key) else { return super.value(forKey: key) }
      return accessor.get()
    }

    /// Sets a property. Raises `NSInvalidArgumentException` if the property cannot be set or the value has another
    /// type, as other objects do.
    public override func setValue(_ value: Any?, forKey key: String) {
      guard let accessor = nameAccessor(key) else { return super.setValue(value, forKey: key) }
      guard let set = accessor.set else { return raise("\(key) cannot be set") }
      // `nil` inside Objective-C collections is `NSNull`, and the value may come from one.
      if !set(value is NSNull ? nil : value) {
        raise("\(key) cannot hold \(value.map { "a \(type(of: $0))" } ?? "nil")")
      }
    }

    private func raise(_ reason: String) {
      NSException(name: .invalidArgumentException, reason: "\(type(of: self)): \(reason)", userInfo: nil)
        .raise()
    }

    // MARK: Observing

    // `LiveValue` sends the notifications itself.
    public override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { false }

    /// Whether anyone observes properties by name.
    var hasNameObservers: Bool { unsafe observationInfo != nil }

    func willChange(_ names: [String]) {
      for name in names { willChangeValue(forKey: name) }
    }

    func didChange(_ names: [String]) {
      for name in names.reversed() { didChangeValue(forKey: name) }
    }
  }
#endif

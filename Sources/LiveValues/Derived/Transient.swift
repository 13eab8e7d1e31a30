#if Macros
  /// Caches the value of a computed property until one of the properties it depends on changes.
  ///
  /// ```swift
  /// import LiveValues
  ///
  /// struct Person: Hashable {
  ///   var firstName: String
  ///   var lastName: String
  ///
  ///   @Transient(dependsOn: \.firstName, \.lastName)
  ///   var fullName: String {
  ///     get { _fullName { "\(firstName) \(lastName)" } }
  ///     set {
  ///       let parts = newValue.split(separator: " ", maxSplits: 1)
  ///       firstName = parts.first.map(String.init) ?? ""
  ///       lastName = parts.count > 1 ? String(parts[1]) : ""
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The macro adds `_fullName`, and the getter passes it the closure that computes the value. A macro cannot change a
  /// getter, so the getter must make the call; a fix-it inserts it. The closure runs if no value is cached for the
  /// current values of the dependencies. It should use only the named properties. These must be `Equatable`. Each may
  /// itself be derived, but not from this property: two computed properties that use each other never return.
  /// `\.address.city` names a part of a property.
  ///
  /// A dependency is unchanged if its memory is the same, or if `==` returns `true`. If the `==` of a type ignores
  /// something that affects the derived value, such as the case of a string, you may get the value computed from an
  /// equal one. `Double`, `Float`, `CGFloat`, `String`, and optionals and arrays of these are compared bit for bit
  /// instead: `0.0` and `-0.0` differ, and so do the two ways to compose "é".
  ///
  /// The cache holds the last four different values, and copies of a struct share it. You may read the property from
  /// any thread. The value is computed without a lock, so two threads that read at the same time may both compute it.
  ///
  /// The cache is not part of the value for `==`, `hash(into:)`, archives or `Codable`. A memberwise initialiser
  /// gains a parameter for it, `__fullName`, which has a default.
  ///
  /// The type of the property must be as visible as the struct, since that parameter uses it: a `private` type does
  /// not compile. A derived property does not compile in a struct that is itself marked `@MainActor`; default
  /// isolation of the module is fine.
  ///
  /// A setter is an ordinary setter that writes to the dependencies. ``LiveValue`` notifies observers of `fullName` when
  /// `firstName` changes. Key-value observers know the property by its name if the struct is ``KeyValueObservable``.
  ///
  /// The struct may be `@Archivable` or not.
  ///
  /// ## Memory
  ///
  /// A derived property takes two allocations when the struct is created, and one more for each cached value. The
  /// cache also holds the values of the dependencies. It shares an array with the struct, so the next change to the
  /// struct's array copies it.
  ///
  /// The cache is released with the last copy of the struct. So no cached value may hold such a copy: neither the
  /// derived value nor a dependency, directly or through collections and objects. The copy would share the cache that
  /// holds it, a retain cycle. Create such a struct with an initialiser instead:
  ///
  /// ```swift
  /// @Transient(dependsOn: \.items)
  /// var sorted: Basket {
  ///   _sorted { Basket(items: items.sorted()) }   // not `var copy = self; copy.items.sort(); return copy`
  /// }
  /// ```
  ///
  /// - Parameter properties: Key paths of the properties from which the value is computed.
  @attached(peer, names: prefixed(_), prefixed(__))
  public macro Transient(dependsOn properties: KeyPath<_PropertyName, _PropertyName>...) =
    #externalMacro(module: "StructCodingMacros", type: "TransientMacro")

  /// The root type of the key paths in ``Transient(dependsOn:)``. It has no other use. It has a property of every name;
  /// the generated code checks whether the struct has that property.
  @dynamicMemberLookup
  public struct _PropertyName: Sendable {
    private init() {}

    /// The property of any name.
    public subscript(dynamicMember name: String) -> _PropertyName { self }
  }
#endif

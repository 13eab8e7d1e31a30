#if Macros
  /// Leaves a stored property out of every archive.
  ///
  /// ```swift
  /// @Archivable
  /// struct Document {
  ///   var title: String
  ///   @Transient var isSelected = false
  /// }
  /// ```
  ///
  /// After decoding it has its initial value, or `nil`, so it needs the one or has to be an optional. A constant with a
  /// value is in no archive anyway; the attribute says that this is meant: `@Transient let id = UUID()`.
  @attached(peer)
  public macro Transient() = #externalMacro(module: "StructCodingMacros", type: "TransientMacro")

  /// Keeps the value of a computed property until one of the properties it depends on has changed.
  ///
  /// ```swift
  /// @Archivable
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
  /// The macro adds `_fullName`, to which the getter hands the closure that makes the value: a macro cannot change a
  /// getter, so the getter has to ask for it; a fix-it writes that. The closure runs when no value is kept for the
  /// present values of the dependencies. It should use nothing but the properties that are named. These must be `Equatable`; each may be derived itself, but not from this one, and
  /// `\.address.city` names a part of one.
  ///
  /// Dependencies are the same when their memory is, and otherwise when `==` says so: equal values are taken for each
  /// other. So a type whose `==` overlooks what the derived value shows, such as the case of a text, gets the value that
  /// was made of an equal one. `Double`, `Float`, `CGFloat`, `String`, and optionals and arrays of these are compared bit
  /// for bit, though: `0.0` and `-0.0` are two values, and so are the two ways to compose "é".
  ///
  /// Copies of a struct share what is kept, which is the last four different values. The property may be asked from any
  /// thread; the value is made without a lock, so two threads that ask at the same time may both make it.
  ///
  /// What is kept is no part of the value: not for `==`, not for `hash(into:)`, and not for archives or `Codable`. A
  /// memberwise initialiser gains a parameter for it, `__fullName`, which has a default.
  ///
  /// The type of the property is as visible as the struct, since the parameter has it: a `private` type does not go. In a
  /// struct that is marked `@MainActor` itself a derived property does not compile; a module that is isolated by default
  /// is no matter.
  ///
  /// A setter is an ordinary one, and writes to the parts. ``Live`` tells observers of `fullName` of a change of
  /// `firstName`.
  ///
  /// ## Memory
  ///
  /// A derived property takes one allocation when the struct is created, and one more for each value that is kept. The
  /// values of the dependencies are held as well. An array among them is shared with the struct, and copied when the
  /// struct's own is changed next.
  ///
  /// What is kept is released with the last copy of the struct. So nothing that is kept may hold such a copy: neither the
  /// derived value nor a dependency, directly or through collections and objects. Such a copy shares what holds it, and
  /// none of it is ever released. Make the struct that is put in by an initialiser instead:
  ///
  /// ```swift
  /// @Transient(dependsOn: \.items)
  /// var sorted: Basket {
  ///   _sorted { Basket(items: items.sorted()) }   // not `var copy = self; copy.items.sort(); return copy`
  /// }
  /// ```
  ///
  /// - Parameter properties: Key paths of the properties that the value is made of.
  @attached(peer, names: prefixed(_), prefixed(__))
  public macro Transient(dependsOn properties: KeyPath<_PropertyName, _PropertyName>...) =
    #externalMacro(module: "StructCodingMacros", type: "TransientMacro")

  /// What stands for a type in the key paths of ``Transient(dependsOn:)``, and for nothing else: it has a property of every
  /// name. Whether the struct has it is checked where the generated code uses it.
  @dynamicMemberLookup
  public struct _PropertyName: Sendable {
    private init() {}

    /// The property of any name.
    public subscript(dynamicMember name: String) -> _PropertyName { self }
  }
#endif

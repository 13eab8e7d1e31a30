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
  /// After decoding it has its initial value, or `nil`, so it needs the one or has to be an optional.
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
  /// present values of the dependencies; see ``DerivedCache`` for copies and threads. It should use nothing but the
  /// properties that are named. These must be `Equatable`; each may be derived itself, but not from this one, and
  /// `\.address.city` names a part of one.
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
  /// - Parameter properties: Key paths of the properties that the value is made of.
  @attached(peer, names: prefixed(_), prefixed(__))
  public macro Transient(dependsOn properties: KeyPath<PropertyName, PropertyName>...) =
    #externalMacro(module: "StructCodingMacros", type: "TransientMacro")

  /// What stands for a type in the key paths of ``Transient(dependsOn:)``: it has a property of every name. Whether the
  /// struct has it is checked where the generated code uses it.
  @dynamicMemberLookup
  public struct PropertyName {
    private init() {}

    /// The property of any name.
    public subscript(dynamicMember name: String) -> PropertyName { self }
  }
#endif

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
  /// After decoding, the property has its initial value, or `nil`, so it must have an initial value or be optional. A
  /// constant with a value is never archived anyway; on a constant, the attribute shows that this is intended:
  /// `@Transient let id = UUID()`.
  ///
  /// `LiveValues` adds `@Transient(dependsOn:)`, which caches a computed property.
  @attached(peer)
  public macro Transient() = #externalMacro(module: "StructCodingMacros", type: "TransientMacro")
#endif

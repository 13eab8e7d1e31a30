#if Macros
  /// Sets the name of a stored property or a case in archives, and lists names that it had before.
  ///
  /// ```swift
  /// @Archivable
  /// struct Place {
  ///   @Stored("lat") var latitude: Double
  ///   @Stored("lon", formerly: "lng", "long") var longitude: Double
  ///   @Stored(formerly: "tag") var label: String
  /// }
  /// ```
  ///
  /// An archive is written with the present name, `label`. Reading looks for that first, and then for the former
  /// names in their order. So a property can be renamed in two ways: keep the name in archives, and older programs
  /// still read new files; or let the new name be stored, and list the old one. Both formats keep to it.
  ///
  /// A case of an enum is named in the same way. Cases with raw values are stored as those, and need no names.
  ///
  /// A name may have dots. A column archive finds `place.lat` in a field of that name, or as the field `lat` of a struct
  /// in the field `place`, so a struct can be taken apart, or be put together, without losing older files.
  ///
  /// Names are string literals, and each belongs to one property or case of its type.
  ///
  /// - Parameters:
  ///   - name: The name in archives; that of the property or case by default.
  ///   - formerly: Older names, tried in this order when an archive lacks the present one.
  @attached(peer)
  public macro Stored(_ name: String? = nil, formerly: String...) =
    #externalMacro(module: "StructCodingMacros", type: "StoredMacro")
#endif

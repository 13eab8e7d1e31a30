#if Macros
  /// Says how a stored property or a case is stored: its name in archives, and names that it had before.
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
  /// Values that an archive cannot give are a matter of `default` and `onDecodeFailure`:
  /// ``Stored(_:formerly:default:onDecodeFailure:)-5inry``. Other ways to store a value than that of its type are storage
  /// methods: ``Stored(_:_:formerly:onDecodeFailure:)``.
  ///
  /// - Parameters:
  ///   - name: The name in archives; that of the property or case by default.
  ///   - formerly: Older names, tried in this order when an archive lacks the present one.
  ///   - onDecodeFailure: What happens when the archive has a value that cannot be read.
  @attached(peer)
  public macro Stored(
    _ name: String? = nil, formerly: String..., onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Says how a stored property is stored when an archive lacks it, or has a value that cannot be read.
  ///
  /// ```swift
  /// @Archivable
  /// struct Reading {
  ///   @Stored(default: 1.0) var scale: Double
  ///   @Stored(default: Unit.metre, onDecodeFailure: .fallbackToDefaultValue) let unit: Unit
  /// }
  /// ```
  ///
  /// An initial value is a default as well, and needs no `default:`. Give both where new values start with one thing and
  /// older archives mean another. An optional without either is `nil`, so `default: nil` is not written. The attribute
  /// does not know the type of the property: write `CGPoint.zero`, not `.zero`.
  ///
  /// - Parameters:
  ///   - name: The name in archives; that of the property by default.
  ///   - formerly: Older names, tried in this order when an archive lacks the present one.
  ///   - default: The value for archives without the field. It is evaluated each time it is needed.
  ///   - onDecodeFailure: What happens when the archive has a value that cannot be read.
  @attached(peer)
  public macro Stored<Value>(
    _ name: String? = nil, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Says by which storage method a stored property is stored.
  ///
  /// ```swift
  /// @Archivable
  /// struct Item {
  ///   @Stored(.codable(.json)) var settings: [String: Double] = [:]
  ///   @Stored(.transformed(HexDataTransformer.self)) var checksum: Data
  ///   @Stored(.composition) var location: Location
  /// }
  /// ```
  ///
  /// ``StorageMethod`` lists the methods and what they take. They mean the same in every archive, and through `NSCoder`.
  ///
  /// - Parameters:
  ///   - method: How values are stored.
  ///   - formerly: Older names, tried in this order when an archive lacks the present one.
  ///   - onDecodeFailure: What happens when the archive has a value that cannot be read.
  @attached(peer)
  public macro Stored(
    _ method: StorageMethod, formerly: String..., onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Says by which storage method a stored property is stored, and what stands for one that an archive lacks.
  @attached(peer)
  public macro Stored<Value>(
    _ method: StorageMethod, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Says under which name and by which storage method a stored property is stored.
  @attached(peer)
  public macro Stored(
    _ name: String, _ method: StorageMethod, formerly: String...,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Says under which name and by which storage method a stored property is stored, and what stands for one that an
  /// archive lacks.
  @attached(peer)
  public macro Stored<Value>(
    _ name: String, _ method: StorageMethod, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")
#endif

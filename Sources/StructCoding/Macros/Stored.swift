#if Macros
  /// Sets the name of a stored property or a case in archives, and lists its former names.
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
  /// Archives are written with the current name, `label`. Reading looks for the current name first, then for the
  /// former names in order. So you can rename a property in two ways: keep the name in archives, so that older
  /// programs still read new files; or store the new name, and list the old one. This applies to both formats.
  ///
  /// Cases of an enum are named in the same way. Cases with raw values are stored as their raw values, and need no
  /// names.
  ///
  /// A name may have dots. A column archive finds `place.lat` as a field with this name, or as the field `lat` of a
  /// struct in the field `place`. So you can flatten or nest a struct and still read older files.
  ///
  /// Names are string literals, and each belongs to one property or case of its type.
  ///
  /// For missing and unreadable values, see `default` and `onDecodeFailure`:
  /// ``Stored(_:formerly:default:onDecodeFailure:)-5inry``. To store a value differently than its type does, use a
  /// storage method: ``Stored(_:_:formerly:onDecodeFailure:)``.
  ///
  /// - Parameters:
  ///   - name: The name in archives; by default, the name of the property or case.
  ///   - formerly: Older names, tried in this order when an archive lacks the current name.
  ///   - onDecodeFailure: The policy for a stored value that cannot be read.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored(
    _ name: String? = nil, formerly: String..., onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Sets the value of a property that an archive lacks, and the policy for a value that cannot be read.
  ///
  /// ```swift
  /// @Archivable
  /// struct Reading {
  ///   @Stored(default: 1.0) var scale: Double
  ///   @Stored(default: Unit.metre, onDecodeFailure: .fallbackToDefaultValue) let unit: Unit
  /// }
  /// ```
  ///
  /// An initial value is also the default, and needs no `default:`. Give both if new instances start with one value
  /// and older archives imply another. An optional without either is `nil`, so do not write `default: nil`. The
  /// attribute does not know the type of the property: write `CGPoint.zero`, not `.zero`.
  ///
  /// - Parameters:
  ///   - name: The name in archives; by default, the name of the property.
  ///   - formerly: Older names, tried in this order when an archive lacks the current name.
  ///   - default: The value for archives without the field, evaluated each time it is needed.
  ///   - onDecodeFailure: The policy for a stored value that cannot be read.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored<Value>(
    _ name: String? = nil, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Selects the storage method of a stored property.
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
  /// ``StorageMethod`` lists the methods and the types they accept. They mean the same in every format and through
  /// `NSCoder`.
  ///
  /// - Parameters:
  ///   - method: The storage method of the values.
  ///   - formerly: Older names, tried in this order when an archive lacks the current name.
  ///   - onDecodeFailure: The policy for a stored value that cannot be read.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored(
    _ method: StorageMethod, formerly: String..., onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Selects the storage method of a stored property, and its value if an archive lacks the field.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored<Value>(
    _ method: StorageMethod, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Sets the stored name and the storage method of a stored property.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored(
    _ name: String, _ method: StorageMethod, formerly: String...,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

  /// Sets the stored name and the storage method of a stored property, and its value if an archive lacks the field.
  @attached(peer, names: prefixed(_default_), prefixed(_method_))
  public macro Stored<Value>(
    _ name: String, _ method: StorageMethod, formerly: String..., default: Value,
    onDecodeFailure: DecodeFailurePolicy = .throwError
  ) = #externalMacro(module: "StructCodingMacros", type: "StoredMacro")

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

  /// A rule that derives names in archives from Swift names: the argument `names` of
  /// ``Archivable(className:formerly:version:acceptsNewerVersions:names:)``.
  ///
  /// | rule | `userID` | `HTTPStatus` |
  /// |---|---|---|
  /// | `.asDeclared` | `userID` | `HTTPStatus` |
  /// | `.snakeCase` | `user_id` | `http_status` |
  /// | `.screamingSnakeCase` | `USER_ID` | `HTTP_STATUS` |
  /// | `.kebabCase` | `user-id` | `http-status` |
  /// | `.pascalCase` | `UserID` | `HTTPStatus` |
  ///
  /// A capital letter begins a word, and several capital letters form one word. The words are the same as for
  /// `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` in names that begin with a small letter. The rule applies
  /// to the properties, cases and labels of associated values of this type only. It changes the names in archives. If
  /// archives already exist, list the earlier names: `@Stored(formerly: "userID")`.
  public enum NamingRule: Sendable, Hashable {
    /// The Swift name, unchanged.
    case asDeclared
    /// Words in small letters, with underscores between them.
    case snakeCase
    /// Words in capital letters, with underscores between them.
    case screamingSnakeCase
    /// Words in small letters, with hyphens between them.
    case kebabCase
    /// The Swift name with a capital first letter.
    case pascalCase
  }
#endif

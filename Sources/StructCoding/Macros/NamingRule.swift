#if Macros
  /// A rule that makes names in archives from names in Swift: the argument `names` of ``Archivable(className:formerly:version:acceptsNewerVersions:names:)``.
  ///
  /// | rule | `userID` | `HTTPStatus` |
  /// |---|---|---|
  /// | `.asDeclared` | `userID` | `HTTPStatus` |
  /// | `.snakeCase` | `user_id` | `http_status` |
  /// | `.screamingSnakeCase` | `USER_ID` | `HTTP_STATUS` |
  /// | `.kebabCase` | `user-id` | `http-status` |
  /// | `.pascalCase` | `UserID` | `HTTPStatus` |
  ///
  /// A capital letter begins a word, and several form one: words are those that
  /// `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` finds in names that begin with a small letter. The rule
  /// applies to properties, cases and labels of associated values, and to no other type. It changes the names in
  /// archives: where archives exist, list the earlier names, `@Stored(formerly: "userID")`.
  public enum NamingRule: Sendable, Hashable {
    /// The name in Swift.
    case asDeclared
    /// Words in small letters, with underscores between them.
    case snakeCase
    /// Words in capital letters, with underscores between them.
    case screamingSnakeCase
    /// Words in small letters, with hyphens between them.
    case kebabCase
    /// The name in Swift with a capital first letter.
    case pascalCase
  }
#endif

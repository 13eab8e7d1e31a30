#if Macros
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

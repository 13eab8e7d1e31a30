/// What the rules for `@Stored` report.
enum StoredFinding: String, Finding {
  static let topic = "stored"
  case target, several, unread, nothing, literal, empty, reserved, formerPresent, formerDuplicate, shared,
    repeated, rawValue, formerTaken, formerShared, method, policy, onCase, tuple, noDefault, assertNil,
    assertNilDefault, dropMethod, compositionName, compositionKind, compositionPolicy, constant,
    constantOptions, writeOnly, writeOnlyOptions, fallbackProperty, fallbackValues, fallbackSecond

  func text(_ subject: String, _ detail: String, _ other: String) -> String {
    switch self {
    case .target:
      "'@Stored' cannot be applied to \(subject): it names a stored property or a case of an '@Archivable' type; remove "
        + "it"
    case .several:
      "'@Stored' cannot name several \(subject) at once; declare the one it is for separately"
    case .unread:
      "'@Stored' has no effect on \(subject), since '\(detail)' is not marked '@Archivable'; mark '\(detail)', or remove "
        + "'@Stored'; a conformance written by hand has its names in 'archiveSchema'"
    case .nothing:
      "'@Stored' has no effect on \(subject); give its name in archives, '@Stored(\"…\")', former ones, "
        + "'@Stored(formerly: \"…\")', or how it is stored, '@Stored(.codable)'"
    case .literal:
      "the names of \(subject) in '@Stored' must be string literals without interpolation: the macro reads them from the "
        + "source, before anything runs; write the text here"
    case .empty:
      "a name of \(subject) in archives cannot be empty; write one, or remove it"
    case .reserved:
      "\(subject) cannot be stored as '\(detail)': \(StoredRules.reservedNames[detail] ?? ""); choose another"
    case .formerPresent:
      "'\(detail)' is the current name of \(subject), which is always read; 'formerly' is for other names, so remove it"
    case .formerDuplicate:
      "'\(detail)' is listed twice as a former name of \(subject); remove one"
    case .shared:
      "\(subject) and \(detail) are both stored as '\(other)'; give one of them another name with '@Stored(\"…\")'"
    case .repeated:
      "\(subject) has a second '@Stored'; put all names into one: '@Stored(\"…\", formerly: \"…\")'"
    case .rawValue:
      "'@Stored' has no effect on \(subject), which is stored by its raw value; set the raw value instead"
    case .formerTaken:
      "\(subject), because \(detail) is stored under it; remove it, or give '\(other)' another name with "
        + "'@Stored(\"…\")'"
    case .formerShared:
      "'\(subject)' is a former name of \(detail) as well as of \(other), and an older archive has one field of a name; "
        + "keep it for one of them"
    case .method:
      "the storage method of \(subject) must be written here, as '.raw', '.codable', '.transformed(…)', '.composition', "
        + "'.constant', '.writeOnly' or '.default': the macro reads it from the source, before anything runs"
    case .policy:
      "'onDecodeFailure' of \(subject) must be written here, as '.throwError', '.fallbackToDefaultValue', "
        + "'.debugAssertNil' or '.dropElements': the macro reads it from the source, before anything runs"
    case .onCase:
      "\(subject) is stored by its name, so '@Stored' can only give names to it; storage methods, defaults and failure "
        + "policies are for properties"
    case .tuple:
      "\(subject) is a tuple, which is stored as an array of its parts, so '@Stored' can only give names to it; use a "
        + "struct for other options"
    case .noDefault:
      "\(subject) has no default value to fall back to; give it an initial value, name one with 'default:', or make it "
        + "optional"
    case .assertNil:
      "\(subject) cannot be nil, but '.debugAssertNil' sets a value that cannot be read to nil; make its type an "
        + "optional, written 'T?', or use '.fallbackToDefaultValue'"
    case .assertNilDefault:
      "\(subject) has a default for archives that lack it, but '.debugAssertNil' sets an absent value to nil; remove one "
        + "of them, or use '.fallbackToDefaultValue'"
    case .dropMethod:
      "\(subject) has a storage method, so the archive has no elements of it that could be left out; remove the method, "
        + "or use another policy"
    case .compositionName:
      "\(subject): names that begin with '\(detail).' are those of the fields of \(other), which is stored flat; choose "
        + "another with '@Stored(\"…\")'"
    case .compositionKind:
      "\(subject) of type '\(other)' cannot be stored flat: \(detail); use a struct that is '@Archivable', or store it "
        + "with '.default'"
    case .compositionPolicy:
      "\(subject) is stored as the fields of its type, and has no value of its own that could fail; set the policy on "
        + "those fields"
    case .constant:
      "\(subject) is no constant with a value, which archives could be checked against; write 'let \(detail) = …', or "
        + "remove '.constant'"
    case .constantOptions:
      "\(subject) always has its own value, so it can have no default and no policy; remove them"
    case .writeOnly:
      "\(subject) is never read, so decoding has no value for it; give it an initial value, or make it an optional "
        + "variable"
    case .writeOnlyOptions:
      "\(subject) is never read, so a default and a policy have no effect; remove them"
    case .fallbackProperty:
      "'.fallback' marks the case of an enum that unknown ones are read as, and \(subject) is none; for a value that "
        + "cannot be read, write 'onDecodeFailure: .fallbackToDefaultValue'"
    case .fallbackValues:
      "\(subject) has associated values, which an unknown case need not have; mark a case without any"
    case .fallbackSecond:
      "unknown cases are read as \(subject) already; remove '.fallback' from one of the two"
    }
  }
}

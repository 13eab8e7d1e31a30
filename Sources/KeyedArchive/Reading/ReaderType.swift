internal import ArchiveValues

/// What a reader knows of one Swift type, or of a Foundation class it reads itself.
struct ReaderType {
  let schema: ArchiveSchema
  let isEnumeration: Bool
  let hooks: DecodingHooks
  /// Whether records are whole as soon as their fields are read: they need not be awoken, and no version is stored.
  let isPlain: Bool
  /// Whether there is a hook for decoded records.
  let awakes: Bool
  /// Names that a coder was told to read as the type.
  var otherNames: [String] = []
  /// Whether it is a class that lists others below it.
  var hasSubclasses = false
  /// The names of the cases, by themselves so that the search passes over nothing else.
  private let caseNames: [String]
  var plans: [RecordPlan] = []
  /// The core of the plan used last, and its number.
  var recent = RecordPlan.Core()
  var recentNumber = 0

  init(schema: ArchiveSchema, hooks: DecodingHooks = .none) {
    self.schema = schema
    self.hooks = hooks
    awakes = hooks.awake != nil
    isPlain = !awakes && schema.version == 1
    isEnumeration = schema.isEnumeration
    caseNames = schema.cases.map(\.name)
  }

  /// The index of the case that archives call `name`, today or formerly.
  func caseIndex(named name: String) -> Int? {
    caseNames.firstIndex(of: name) ?? schema.caseIndex(named: name)
  }
}

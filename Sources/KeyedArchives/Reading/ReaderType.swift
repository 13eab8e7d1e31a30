internal import ArchiveValues

/// What a reader knows about one Swift type, or about a Foundation class it reads itself.
struct ReaderType {
  let schema: ArchiveSchema
  let isEnumeration: Bool
  let hooks: DecodingHooks
  /// Whether records are complete as soon as their fields are read: they have no hook and no stored version.
  let isPlain: Bool
  /// Whether the type has a hook for decoded records.
  let awakes: Bool
  /// Names that a coder has registered for the type.
  var otherNames: [String] = []
  /// Whether it is a class that lists subclasses.
  var hasSubclasses = false
  /// The names of the cases, in their own array so that searching touches nothing else.
  private let caseNames: [String]
  var plans: [RecordPlan] = []
  /// The keys and the class of its objects in earlier archives.
  var knownPlans: [KnownPlan] = []
  var knownClass: KnownClass?
  /// The core of the most recently used plan, and its number.
  var recent = RecordPlan.Core()
  var recentNumber = 0

  init(schema: ArchiveSchema, hooks: DecodingHooks = .none) {
    self.schema = schema
    self.hooks = hooks
    awakes = hooks.awakes
    isPlain = !awakes && schema.version == 1
    isEnumeration = schema.isEnumeration
    caseNames = schema.cases.map(\.name)
  }

  /// Forgets what belongs to one archive.
  mutating func finishArchive() {
    plans.removeAll(keepingCapacity: true)
    recent = RecordPlan.Core()
    recentNumber = 0
  }

  /// Returns the index of the case with this current or former name.
  @inline(__always)  // A call would copy the whole type.
  func caseIndex(named name: String) -> Int? {
    caseNames.firstIndex(of: name) ?? schema.caseIndex(named: name)
  }
}

extension FoundationClass {
  /// The types that every reader begins with.
  static let types = allCases.map { ReaderType(schema: $0.schema) }
}

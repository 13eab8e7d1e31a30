/// What a live reference knows, under its lock.
struct LiveState<Value> {
  /// What readers see.
  private(set) var current: Value
  /// What the next write begins with: ahead of what readers see while the observers are told that it will change.
  var latest: Value
  /// The number of writes that `latest` contains, and that `current` does.
  var latestNumber = 0
  private var currentNumber = 0

  /// The properties that were ever read or observed. They are only added to.
  private(set) var properties: [ObservedProperty<Value>] = []
  private var indices: [PartialKeyPath<Value>: Int] = [:]

  init(_ value: Value) { (current, latest) = (value, value) }

  /// Lets readers see a write, unless they see a later one, which contains it.
  ///
  /// - Returns: What readers saw before.
  mutating func store(_ value: Value, number: Int) -> Value {
    let replaced = current
    if number > currentNumber { (current, currentNumber) = (value, number) }
    return replaced
  }

  /// The entry of a property, which is made when it is first asked for.
  mutating func property(at keyPath: PartialKeyPath<Value>) -> ObservedProperty<Value> {
    if let index = indices[keyPath] { return properties[index] }
    let property = ObservedProperty(keyPath)
    indices[keyPath] = properties.count
    properties.append(property)
    return property
  }

  // MARK: Announcements

  private struct Announcement: Hashable {
    let keyPath: PartialKeyPath<Value>
    let caller: Caller
  }

  /// The changes that are being announced now, and whether each is to be announced again.
  private var announcements: [Announcement: Bool] = [:]

  /// Whether `caller` is to announce a change now; otherwise it is doing so already, and will again.
  mutating func beginAnnouncing(_ keyPath: PartialKeyPath<Value>, by caller: Caller) -> Bool {
    let announcement = Announcement(keyPath: keyPath, caller: caller)
    let isFirst = announcements[announcement] == nil
    announcements[announcement] = !isFirst
    return isFirst
  }

  /// Whether the property has changed again meanwhile. If not, the announcement has ended.
  mutating func mustAnnounceAgain(_ keyPath: PartialKeyPath<Value>, by caller: Caller) -> Bool {
    let announcement = Announcement(keyPath: keyPath, caller: caller)
    guard announcements[announcement] == true else {
      announcements[announcement] = nil
      return false
    }
    announcements[announcement] = false
    return true
  }
}

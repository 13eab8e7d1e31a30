/// The state of a live reference, protected by its lock.
struct LiveState<Value> {
  /// The struct that readers see.
  private(set) var current: Value
  /// The struct with which the next write starts. It is ahead of the struct that readers see while observers are
  /// notified of the coming change.
  var latest: Value
  /// The number of writes in `latest`, and in `current`.
  var latestNumber = 0
  private var currentNumber = 0

  /// The properties read since they last changed, which Swift Observation may have to be notified of.
  private(set) var properties: [PartialKeyPath<Value>: ReadProperty<Value>] = [:]
  /// The number of entries ever created.
  private(set) var propertyCount = 0

  init(_ value: Value) { (current, latest) = (value, value) }

  /// Publishes a write to readers, unless they already see a later write, which contains it.
  ///
  /// - Returns: The struct that readers saw before.
  mutating func store(_ value: Value, number: Int) -> Value {
    let replaced = current
    if number > currentNumber { (current, currentNumber) = (value, number) }
    return replaced
  }

  // MARK: Properties that were read

  /// Returns the entry of a property, creating it on first use.
  mutating func property(at keyPath: PartialKeyPath<Value>) -> ReadProperty<Value> {
    if let property = properties[keyPath] { return property }
    propertyCount += 1
    let property = ReadProperty(ObservedProperty(keyPath), number: propertyCount, lastRead: latestNumber)
    properties[keyPath] = property
    return property
  }

  /// Notes that a property has been read, after Swift Observation knows of it.
  mutating func markAsRead(_ read: ReadProperty<Value>) {
    // If the entry was forgotten since it was requested, the property may have another entry already.
    let property = read.isForgotten ? property(at: read.property.keyPath) : read
    property.lastRead = latestNumber
  }

  /// Drops the read marks older than the write of this number: their observers have been notified.
  mutating func forget(_ told: [ReadProperty<Value>], readBefore number: Int) {
    for property in told where property.lastRead < number && !property.isForgotten {
      property.isForgotten = true
      properties[property.property.keyPath] = nil
    }
  }

  // MARK: Announcements

  private struct Announcement: Hashable {
    let keyPath: PartialKeyPath<Value>
    let caller: Caller
  }

  /// The changes that are being announced now, and whether each is to be announced again.
  private var announcements: [Announcement: Bool] = [:]

  /// Whether `caller` is to announce a change now. If not, it is already announcing this property, and will do so
  /// again.
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

/// A property that was read. Its mutable state is only accessed under the lock of the state.
final class ReadProperty<Value> {
  let property: ObservedProperty<Value>
  /// The position in the order in which entries are created.
  let number: Int
  /// The number of the last write before it was last read.
  fileprivate(set) var lastRead: Int
  /// Whether the state no longer has this entry.
  fileprivate(set) var isForgotten = false

  fileprivate init(_ property: ObservedProperty<Value>, number: Int, lastRead: Int) {
    (self.property, self.number, self.lastRead) = (property, number, lastRead)
  }
}

// Conditions that compare the part at a path. They are compiled into the caller's module, which knows the type.

extension ArchivePath where Value: Equatable & Sendable {
  /// Returns the condition that the part at the path equals a value; `nil` if it is missing.
  ///
  /// ```swift
  /// Event.path.eventTag == "start"
  /// Session.path.endTime == nil
  /// Device.path.isOnline == true
  /// ```
  @inlinable
  public static func == (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .equal, value) { $0.map { $0 == value } }
  }

  /// Returns the condition that the part at the path does not equal a value. A missing part differs from every value.
  @inlinable
  public static func != (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .notEqual, value) { $0.map { $0 != value } }
  }
}

extension ArchivePath where Value: Comparable & Sendable {
  /// Returns the condition that the part at the path is less than a value.
  @inlinable
  public static func < (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .less, value) { $0.map { $0 < value } }
  }

  /// Returns the condition that the part at the path is less than or equal to a value.
  @inlinable
  public static func <= (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .lessOrEqual, value) { $0.map { $0 <= value } }
  }

  /// Returns the condition that the part at the path is greater than a value.
  @inlinable
  public static func > (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .greater, value) { $0.map { $0 > value } }
  }

  /// Returns the condition that the part at the path is greater than or equal to a value.
  @inlinable
  public static func >= (path: Self, value: Value) -> ArchiveCondition<Root> {
    ArchiveCondition(path, .greaterOrEqual, value) { $0.map { $0 >= value } }
  }

  /// Returns the condition that the part at the path is in a range.
  @inlinable
  public func isContained(in range: Range<Value>) -> ArchiveCondition<Root> {
    self >= range.lowerBound && self < range.upperBound
  }

  /// Returns the condition that the part at the path is in a closed range.
  @inlinable
  public func isContained(in range: ClosedRange<Value>) -> ArchiveCondition<Root> {
    self >= range.lowerBound && self <= range.upperBound
  }
}

extension ArchivePath {
  /// Returns the condition that the part at the path is present and is less than a value.
  @inlinable
  public static func < <Wrapped: Comparable & Sendable>(path: Self, value: Wrapped) -> ArchiveCondition<Root>
  where Value == Wrapped? {
    ArchiveCondition(path, .less, value) { $0.map { part in part.map { $0 < value } ?? false } }
  }

  /// Returns the condition that the part at the path is present and is less than or equal to a value.
  @inlinable
  public static func <= <Wrapped: Comparable & Sendable>(path: Self, value: Wrapped) -> ArchiveCondition<Root>
  where Value == Wrapped? {
    ArchiveCondition(path, .lessOrEqual, value) { $0.map { part in part.map { $0 <= value } ?? false } }
  }

  /// Returns the condition that the part at the path is present and is greater than a value.
  @inlinable
  public static func > <Wrapped: Comparable & Sendable>(path: Self, value: Wrapped) -> ArchiveCondition<Root>
  where Value == Wrapped? {
    ArchiveCondition(path, .greater, value) { $0.map { part in part.map { $0 > value } ?? false } }
  }

  /// Returns the condition that the part at the path is present and is greater than or equal to a value.
  @inlinable
  public static func >= <Wrapped: Comparable & Sendable>(path: Self, value: Wrapped) -> ArchiveCondition<Root>
  where Value == Wrapped? {
    ArchiveCondition(path, .greaterOrEqual, value) { $0.map { part in part.map { $0 >= value } ?? false } }
  }

  /// Returns the condition that the part at the path is present and in a range.
  @inlinable
  public func isContained<Wrapped: Comparable & Sendable>(in range: Range<Wrapped>) -> ArchiveCondition<Root>
  where Value == Wrapped? {
    self >= range.lowerBound && self < range.upperBound
  }

  /// Returns the condition that the part at the path is present and in a closed range.
  @inlinable
  public func isContained<Wrapped: Comparable & Sendable>(
    in range: ClosedRange<Wrapped>
  ) -> ArchiveCondition<Root> where Value == Wrapped? {
    self >= range.lowerBound && self <= range.upperBound
  }
}

extension ArchivePath where Value == String {
  /// Returns the condition that the string at the path begins with a prefix, as by `hasPrefix(_:)`.
  @inlinable
  public func hasPrefix(_ prefix: String) -> ArchiveCondition<Root> {
    ArchiveCondition(self, nil, prefix) { $0.map { $0.hasPrefix(prefix) } }
  }
}

extension ArchivePath where Value == String? {
  /// Returns the condition that the string at the path is present and begins with a prefix.
  @inlinable
  public func hasPrefix(_ prefix: String) -> ArchiveCondition<Root> {
    ArchiveCondition(self, nil, prefix) { $0.map { $0?.hasPrefix(prefix) ?? false } }
  }
}

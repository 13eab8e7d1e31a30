public import ArchiveValues
public import Foundation

/// A value in the user's defaults, as a keyed archive.
///
/// ```swift
/// @Setting("reader") var settings = ReaderSettings()
///
/// settings.fontSize = 14
/// ```
///
/// Properties of one key and one store share their value, which is decoded once. Views and `withObservationTracking`
/// that read it are notified when it changes, through this property, another one, or the defaults themselves: it is a
/// ``StoredSetting``, which is `Observable`. In SwiftUI, `Bindable($settings).value.fontSize` is a binding.
///
/// If the stored data cannot be read, the property has its default value, and `$settings.failure` is the error. The
/// stored data stays until a whole value is assigned: a change in place, `settings.fontSize = 14`, is dropped and
/// reported to ``DecodeFailures``, since it would replace data that another version of the program can read. Names,
/// versions and upgrades work as in every archive.
@propertyWrapper
public struct Setting<Value: ArchiveValue & Sendable> {
  /// The setting itself: its failure, whether it is stored, its removal.
  public let projectedValue: StoredSetting<Value>

  /// Declares a setting.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value while nothing is stored.
  ///   - key: The key in the store.
  ///   - store: Where the value is stored.
  public init(wrappedValue: Value, _ key: String, store: UserDefaults = .standard) {
    projectedValue = StoredSetting.shared(key, in: store, default: wrappedValue)
  }

  /// The value of the setting. An assignment stores it.
  public var wrappedValue: Value {
    get { projectedValue.value }
    nonmutating set { projectedValue.value = newValue }
    nonmutating _modify { yield &projectedValue.value }
  }
}

extension Setting: Sendable {}

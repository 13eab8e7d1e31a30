public import ArchiveBytes
public import ArchiveValues
internal import Foundation
internal import KeyedArchives
public import Observation

/// The setting of a ``Setting``: `$settings`.
///
/// It may be used from any thread.
public final class StoredSetting<Value: ArchiveValue & Sendable>: Observable, Sendable {
  /// The key in the store.
  public let key: String
  private let store: Store
  private let defaultValue: Value
  private let registrar = ObservationRegistrar()
  private let state: Locked<State>
  private let observer = Locked<(any NSObjectProtocol)?>(nil)

  /// What was read last.
  private struct State: Sendable {
    var stored: Stored
    var value: Value
    var failure: ArchiveError?
  }

  /// What is stored under the key. Another object than data or text is no archive.
  fileprivate enum Stored: Equatable, Sendable {
    case nothing
    case data(Data)
    case text(String)
    case other(String)
  }

  /// `UserDefaults`, which any thread may use.
  private struct Store: @unchecked Sendable {
    // Sendable: Apple documents the class as thread-safe.
    let defaults: UserDefaults
  }

  private init(_ key: String, in store: UserDefaults, default defaultValue: Value) {
    self.key = key
    self.store = Store(defaults: store)
    self.defaultValue = defaultValue
    state = Locked(State(stored: .nothing, value: defaultValue))
    refresh()
    let token = NotificationCenter.default.addObserver(
      forName: UserDefaults.didChangeNotification, object: nil, queue: nil
    ) { [weak self] _ in self?.refresh() }
    observer.withLock { $0 = token }
  }

  deinit {
    observer.withLock { if let token = $0 { NotificationCenter.default.removeObserver(token) } }
  }

  // MARK: The value

  /// The value; the default value if nothing is stored, or if the stored data cannot be read.
  ///
  /// An assignment stores the value. If it cannot be archived, the setting stays as it is, and ``DecodeFailures`` gets
  /// the error.
  public var value: Value {
    get {
      registrar.access(self, keyPath: \.value)
      return state.withLock { $0.value }
    }
    set { store(newValue) }
    _modify {
      registrar.access(self, keyPath: \.value)
      let (present, failure) = state.withLock { ($0.value, $0.failure) }
      var changed = present
      defer {
        if let failure {
          DecodeFailures.report(failure, used: .storedValue)
        } else {
          store(changed)
        }
      }
      yield &changed
    }
  }

  /// The error of a stored value that cannot be read; `nil` if it can, or if nothing is stored.
  public var failure: ArchiveError? {
    registrar.access(self, keyPath: \.failure)
    return state.withLock { $0.failure }
  }

  /// Whether something is stored.
  public var isStored: Bool {
    registrar.access(self, keyPath: \.isStored)
    return state.withLock { $0.stored != .nothing }
  }

  /// Removes the stored data, readable or not. The value is then the default value.
  public func remove() {
    store.defaults.removeObject(forKey: key)
    refresh()
  }

  private func store(_ value: Value) {
    do {
      try store.defaults.archive(value, forKey: key)
      refresh()
    } catch {
      DecodeFailures.report(error, used: .storedValue)
    }
  }

  /// Reads the setting again if it has changed, and tells observers.
  private func refresh() {
    let object = store.defaults.object(forKey: key)
    let stored = Stored(object)
    guard state.withLock({ $0.stored != stored }) else { return }
    var new = State(stored: stored, value: defaultValue)
    do {
      new.value = try object.map { try UserDefaults.unarchived(Value.self, $0, forKey: key) } ?? defaultValue
    } catch {
      new.failure = ArchiveError.wrapping(error)
      DecodeFailures.report(error, used: .defaultValue)
    }
    let state = new
    registrar.withMutation(of: self, keyPath: \.value) {
      registrar.withMutation(of: self, keyPath: \.failure) {
        registrar.withMutation(of: self, keyPath: \.isStored) { self.state.withLock { $0 = state } }
      }
    }
  }
}

extension StoredSetting.Stored {
  fileprivate init(_ object: Any?) {
    self =
      switch object {
      case nil: .nothing
      case let data as Data: .data(data)
      case let text as String: .text(text)
      case let other?: .other("\(other)")
      }
  }
}

// MARK: - One for a key

extension StoredSetting {
  /// Returns the setting of a key, the same for all who use it at the same time.
  static func shared(_ key: String, in store: UserDefaults, default defaultValue: Value) -> StoredSetting {
    let place = SettingPlace(store: ObjectIdentifier(store), key: key, type: ObjectIdentifier(Value.self))
    return settings.withLock { settings in
      if let known = settings[place]?.object as? StoredSetting { return known }
      let setting = StoredSetting(key, in: store, default: defaultValue)
      settings = settings.filter { $0.value.object != nil }
      settings[place] = WeakSetting(object: setting)
      return setting
    }
  }
}

private struct SettingPlace: Hashable, Sendable {
  let store: ObjectIdentifier
  let key: String
  let type: ObjectIdentifier
}

private struct WeakSetting: @unchecked Sendable {
  // Sendable: it is only used under the lock.
  weak var object: (any AnyObject & Sendable)?
}

private let settings = Locked<[SettingPlace: WeakSetting]>([:])

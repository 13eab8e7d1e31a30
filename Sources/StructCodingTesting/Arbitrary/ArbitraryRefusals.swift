internal import ArchiveBytes

/// Counts what types refuse of the values that are made up for them.
struct ArbitraryRefusals {
  /// The refused values by the path to them, with the last error.
  private(set) var byPath: [String: (count: Int, error: ArchiveError)] = [:]
  /// Those of the present value.
  private var count = 0
  /// The error that ends the present value, on its way to the root; a field with a failure policy may stop it.
  private var last: ArchiveError?

  /// The number of values made up for one place.
  private static let limit = 40

  /// Begins another value.
  mutating func begin() { (count, last) = (0, nil) }

  /// Counts a refused value. Returns the error to end with if no other value is to be tried, at no place around it
  /// either: a value of fewer parts would hide what cannot be made.
  mutating func final(_ error: ArchiveError, at path: [String], _ tries: Int) -> ArchiveError? {
    if let last, last.code == error.code, last.found == error.found { return error }
    var error = error
    if error.path.isEmpty { error.path = path.map { .field($0) } }
    let name = path.joined(separator: ".")
    byPath[name] = ((byPath[name]?.count ?? 0) + 1, error)
    count += 1
    last = error.code == .unsupported || tries >= Self.limit || count >= 50 * Self.limit ? error : nil
    return last
  }

  /// The path at which the most was refused.
  var most: (path: String, count: Int, error: ArchiveError)? {
    byPath.max { $0.value.count < $1.value.count }.map { ($0.key, $0.value.count, $0.value.error) }
  }
}

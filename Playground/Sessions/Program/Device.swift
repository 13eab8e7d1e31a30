import Foundation
import StructCoding

/// A class that already conforms to `NSSecureCoding`, as an app may have had for years.
final class Device: NSObject, NSSecureCoding {
  let name: String
  let year: Int

  init(name: String, year: Int) {
    self.name = name
    self.year = year
  }

  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(name, forKey: "name")
    coder.encode(year, forKey: "year")
  }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else { return nil }
    self.name = name
    year = coder.decodeInteger(forKey: "year")
  }
}

import BenchmarkModels
import Foundation

extension Contender where Value == [Visit] {
  /// Foundation's archiver, on dictionaries with the content of the values.
  static func foundationArchiver(_ dataset: Dataset<[Visit]>) -> Contender {
    let dictionaries = NSArray(
      array: dataset.value.map {
        NSDictionary(dictionary: [
          "date": $0.date, "page": $0.page, "visitor": $0.visitor, "seconds": $0.seconds,
        ])
      })
    return Contender(peer: .foundationArchiver) {
      try NSKeyedArchiver.archivedData(withRootObject: dictionaries as Any, requiringSecureCoding: true)
    } decode: {
      blackHole(try unarchived($0))
    } value: {
      try unarchived($0).map { try Visit(dictionary: $0) }
    }
  }

  private static func unarchived(_ data: Data) throws -> [NSDictionary] {
    let classes: [AnyClass] = [NSArray.self, NSDictionary.self, NSString.self, NSNumber.self]
    return try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? [NSDictionary] ?? []
  }
}

extension Visit {
  fileprivate init(dictionary: NSDictionary) throws {
    guard let date = dictionary["date"] as? String, let page = dictionary["page"] as? String,
      let visitor = dictionary["visitor"] as? String, let seconds = dictionary["seconds"] as? Int
    else { throw CocoaError(.coderReadCorrupt) }
    self.init(date: date, page: page, visitor: visitor, seconds: seconds)
  }
}

import Foundation
import StructCoding

@Archivable
struct Session {
  var startTime: Date
  var tags: [String] = []
}

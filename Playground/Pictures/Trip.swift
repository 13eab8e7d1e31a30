import Foundation
import StructCoding

@Archivable
struct Trip {
  let id = UUID()
  var title: String
  var days: [Day] = []
  var start: Date?
}

@Archivable
struct Day { var plan: String }

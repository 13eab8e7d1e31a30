/// The figures of one contender on one data set: a row of the table.
struct Result: Codable {
  let dataset: String
  let contender: String
  /// In milliseconds.
  let encode: Double
  let decode: Double
  let bytes: Int
}

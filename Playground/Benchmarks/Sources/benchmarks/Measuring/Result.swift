/// The figures of one contender on one data set: a row of the table.
struct Result: Codable {
  let dataset: String
  var contender: String
  /// Processor time in milliseconds: the median of the rounds, unless the name of the contender says otherwise.
  let encode: Double
  let decode: Double
  let bytes: Int
  /// The times of the fastest rounds.
  var leastEncode: Double?
  var leastDecode: Double?
}

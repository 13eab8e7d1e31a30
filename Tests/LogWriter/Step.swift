import StructCoding

/// What the program appends: each task counts its own.
@Archivable(className: "LogStep")
struct Step: Equatable, Sendable {
  var task: Int
  var number: Int
  var text: String

  init(task: Int, number: Int) {
    (self.task, self.number) = (task, number)
    text = String(repeating: "task \(task), number \(number). ", count: 1 + number % 5)
  }
}

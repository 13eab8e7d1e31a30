import Foundation

/// What was measured, and whether it is as good as it is meant to be.
struct Report {
  let contests: [Contest]
  let one: Waiting
  let many: Waiting
  let buffered: [Double]

  /// Something that is measured against a number, with the number that a noisy machine must still reach.
  private struct Goal {
    let text: String
    let value: Double
    let goal: Double
    let limit: Double
    var isUpper = false

    var isMet: Bool { isUpper ? value <= limit : value >= limit }
  }

  func write(rounds: Int) {
    print("Medians of \(rounds) rounds. Events a second, in the time of each other, and bytes an event.")
    for contest in contests {
      let setting = contest.setting
      let step = setting.step == 1 ? "one event a call" : "\(setting.step) events a call"
      print("\n\(step), \(setting.isSynced ? "on the disk" : "in the file")")
      for (contestant, measurement) in zip(contest.contestants, contest.measurements) {
        print(
          row(
            contestant.name, number(measurement.rate), ratio(contest.measurements[0].rate / measurement.rate),
            number(Double(measurement.byteCount) / Double(setting.count)) + " B"))
      }
    }
    print("\neach task waits until each of its events is on the disk")
    print(row("1 task", number(median(one.rates))))
    print(row("\(many.taskCount) tasks", number(median(many.rates)), ratio(groupCommit)))
    print("\nappending one buffered event: \(number(median(buffered))) ns\n")
    for goal in goals {
      let state = goal.isMet ? "met   " : "MISSED"
      print(
        "\(state)  \(goal.text): \(ratio(goal.value)), goal \(goal.isUpper ? "at most" : "at least") \(ratio(goal.goal))"
      )
    }
  }

  var goalsAreMet: Bool { goals.allSatisfy(\.isMet) }

  private var groupCommit: Double { median(many.rates) / median(one.rates) }

  private var goals: [Goal] {
    var goals: [Goal] = []
    for contest in contests where contest.setting.step > 1 {
      let (log, table) = (contest.measurements[0], contest.measurements[1])
      let place = contest.setting.isSynced ? "on the disk" : "in the file"
      goals.append(
        Goal(text: "speed to SQLite's, \(place)", value: log.rate / table.rate, goal: 10, limit: 8))
      let share = Double(log.byteCount) / Double(table.byteCount)
      goals.append(
        Goal(text: "bytes to SQLite's, \(place)", value: share, goal: 1.0 / 3, limit: 1.0 / 3, isUpper: true))
    }
    goals.append(
      Goal(text: "\(many.taskCount) waiting tasks to one", value: groupCommit, goal: 20, limit: 16))
    return goals
  }

  private func row(_ cells: String...) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max((index == 0 ? 14 : 12) - cell.count, 0))
      return index == 0 ? "  " + cell + padding : padding + cell
    }.joined()
  }

  private func ratio(_ value: Double) -> String { String(format: "%.2f×", value) }

  private func number(_ value: Double) -> String {
    value < 1_000 ? String(format: "%.1f", value) : String(format: "%.0f", value)
  }
}

import Foundation

/// What was measured, and whether it is as good as it is meant to be.
struct Report {
  let contests: [Contest]
  let one: Waiting
  let many: Waiting
  let buffered: [Double]
  let checksums: Checksums

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
    print(
      "\(rounds) rounds: events a second in the best and in the median one, the best to each other, bytes an event."
    )
    for contest in contests {
      let setting = contest.setting
      let step = setting.step == 1 ? "one event a call" : "\(setting.step) events a call"
      let callers = setting.callerCount == 1 ? "" : ", \(setting.callerCount) tasks"
      let place = setting.isSynced ? "on the disk" : "in the file (time of the processor)"
      print("\n\(step)\(callers), \(place)")
      for (contestant, measurement) in zip(contest.contestants, contest.measurements) {
        print(
          row(
            contestant.name, number(measurement.best), number(median(measurement.rates)),
            ratio(contest.measurements[0].best / measurement.best),
            number(Double(measurement.byteCount) / Double(setting.count)) + " B"))
      }
    }
    print("\neach task waits until each of its events is on the disk")
    print(row("1 task", number(one.best), number(median(one.rates))))
    print(row("\(many.taskCount) tasks", number(many.best), number(median(many.rates)), ratio(groupCommit)))
    print("\nappending one buffered event: \(number(buffered.min() ?? 0)) ns of the processor\n")
    for goal in goals {
      let state = goal.isMet ? "met   " : "MISSED"
      print(
        "\(state)  \(goal.text): \(ratio(goal.value)), goal \(goal.isUpper ? "at most" : "at least") \(ratio(goal.goal))"
      )
    }
  }

  var goalsAreMet: Bool { goals.allSatisfy(\.isMet) }

  private var groupCommit: Double { many.best / one.best }

  private var goals: [Goal] {
    var goals: [Goal] = []
    // A task alone waits for the disk while nothing is encoded.
    for contest in contests
    where contest.setting.step > 1 && (contest.setting.callerCount > 1) == contest.setting.isSynced {
      let (log, table) = (contest.measurements[0], contest.measurements[1])
      let place = contest.setting.isSynced ? "on the disk" : "in the file"
      goals.append(
        Goal(text: "speed to SQLite's, \(place)", value: log.best / table.best, goal: 10, limit: 8))
      let share = Double(log.byteCount) / Double(table.byteCount)
      goals.append(
        Goal(text: "bytes to SQLite's, \(place)", value: share, goal: 1.0 / 3, limit: 1.0 / 3, isUpper: true))
    }
    goals.append(
      Goal(text: "\(many.taskCount) waiting tasks to one", value: groupCommit, goal: 20, limit: 16))
    goals.append(
      Goal(
        text: "reading with checksums to without", value: checksums.cost, goal: 1.05, limit: 1.08,
        isUpper: true)
    )
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

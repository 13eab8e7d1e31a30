import ArchiveDocuments
import ArchiveLogs
import ArgumentParser
import Foundation
import StructCoding

/// `archive log FOLDER`: lists the segments of a log.
struct LogList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the segments of a log.",
    discussion: """
      Shows when each segment was begun, the number of its first element, how many elements, batches and bytes it has, \
      and its state after comparing all checksums: sealed (complete), open (being written, or not closed), damaged. \
      Damage is shown, but is no error: see archive log verify.

      Examples:
        archive log /var/log/sessions
        archive log --batches /var/log/sessions
        archive log --json /var/log/sessions | jq '.segments[] | select(.damage > 0)'
      """)

  @Argument(help: "The folder.", completion: .directory)
  var folder: String

  @Flag(help: "List the batches of each segment too.")
  var batches = false

  @Flag(help: "Write JSON. Its keys are stable between versions of the tool.")
  var json = false

  func run() throws {
    let input = try LogInput(folder)
    let found = try input.reading { try input.folder.verify() }
    print(json ? try report(found).jsonText(isPretty: true) : text(found))
  }

  private func text(_ found: ArchiveLogVerification) -> String {
    var table = TextTable(["segment", "begun", "#first", "#elements", "#batches", "#bytes", "state"])
    for segment in found.segments {
      table.add([
        printable(segment.url.lastPathComponent), segment.date.text, grouped(segment.first),
        grouped(segment.count), grouped(segment.batches.count), grouped(segment.byteCount),
        state(of: segment, found),
      ])
      guard batches else { continue }
      for batch in segment.batches {
        table.add(["", "", grouped(batch.lowerBound), grouped(batch.count), "", "", ""])
      }
    }
    return table.text(indent: "")
  }

  private func state(of segment: ArchiveLogVerification.Segment, _ found: ArchiveLogVerification) -> String {
    let count = damage(of: segment, found)
    if count > 0 { return "damaged in \(counted(count, "place"))" }
    if !segment.tornEnd.isEmpty {
      return "open, \(counted(segment.tornEnd.count, "incomplete byte")) at the end"
    }
    return segment.isSealed ? "sealed" : "open"
  }

  private func damage(of segment: ArchiveLogVerification.Segment, _ found: ArchiveLogVerification) -> Int {
    found.damage.count { $0.segment == segment.url }
  }

  private func report(_ found: ArchiveLogVerification) -> ArchiveNode {
    let segments: [ArchiveNode] = found.segments.map { segment in
      let batches = segment.batches.map { ArchiveNode.array([.number($0.lowerBound), .number($0.count)]) }
      return [
        "file": .string(segment.url.lastPathComponent), "begun": .string(segment.date.text),
        "first": .number(segment.first), "elements": .number(segment.count), "batches": .array(batches),
        "bytes": .number(segment.byteCount), "isSealed": .bool(segment.isSealed),
        "incompleteBytes": .number(segment.tornEnd.count), "damage": .number(damage(of: segment, found)),
      ]
    }
    return [
      "folder": .string(folder), "elements": .number(found.segments.reduce(0) { $0 + $1.count }),
      "isUndamaged": .bool(found.isUndamaged), "segments": .array(segments),
    ]
  }
}

extension Date {
  /// The date in UTC.
  fileprivate var text: String {
    (try? ISO8601DateTransformer().encode(self)) ?? "\(timeIntervalSinceReferenceDate) s since 2001"
  }
}

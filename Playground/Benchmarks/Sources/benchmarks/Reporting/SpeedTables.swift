/// The tables of the README, from what was measured.
struct SpeedTables {
  let measurements: Measurements

  var markdown: String {
    get throws {
      let parts = try [
        ["\(measurements.machine.description). Medians of interleaved rounds."],
        comparison("Encode") { $0.encode.asTime },
        comparison("Decode") { $0.decode.asTime },
        comparison("Bytes", of: Peer.shown.filter { $0 != .memcpy }) { $0.bytes.grouped },
        ["1,000,000 events in a column archive, read by a path:"], paths,
        [
          "200,000 instances of a class in one chain, against a tree of as many structs with the same",
          "content, since `Codable` neither keeps instances apart nor goes so deep:",
        ], graph,
        ["400 records of four fields, against the same content as `NSDictionary`:"], visits,
        growth,
      ]
      return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }
  }

  /// A row for each data set, a column for each coder.
  private func comparison(_ name: String, of peers: [Peer] = Peer.shown, cell: (Result) -> String) throws
    -> [String]
  {
    var table = MarkdownTable(header: [name] + peers.map(\.markdown))
    table.rows = try ShownDataset.all.map { dataset in
      try ["\(dataset.name): \(dataset.size)"]
        + peers.map { cell(try measurements.result(dataset.name, $0)) }
    }
    return table.lines
  }

  private var paths: [String] {
    get throws {
      let dataset = "1000000 events"
      func time(_ reader: String) throws -> Double { try measurements.result(dataset, reader).decode }
      let (all, sorted) = try (time("decode"), time("decode, sort"))
      var table = MarkdownTable(header: ["", "time", "of decoding all"])
      table.rows = [["decode all", all.asTime, ""]]
      table.rows += try [
        ("values at path", "`values(at: Event.path.timeStamp)`"),
        ("filter by path", "`positions(where:)`, half of them match"),
        ("filter by path, decode 1%", "`elements(where:)`, 1 % match"),
        ("sort by path", "`positions(sortedBy:)`"),
      ].map { name, title in
        let time = try time(name)
        return [title, time.asTime, "1/\(Int((all / time).rounded()))"]
      }
      let elements = try time("sort by path, decode all")
      let share = (elements / sorted * 100).rounded()
      table.rows.append([
        "`elements(sortedBy:)`", elements.asTime,
        "\(Int(share)) % of decoding and sorting (\(sorted.asTime))",
      ])
      return table.lines
    }
  }

  private var graph: [String] {
    get throws {
      try results(
        "200000 instances",
        [
          (.keyedArchive, Peer.keyedArchive.markdown), (.columnArchive, Peer.columnArchive.markdown),
          (.propertyList, "`PropertyListEncoder`, the tree of structs"),
        ])
    }
  }

  private var visits: [String] {
    get throws {
      try results(
        "visits",
        [(.keyedArchive, Peer.keyedArchive.markdown), (.foundationArchiver, "`NSKeyedArchiver` on Linux")])
    }
  }

  /// A row for each coder.
  private func results(_ dataset: String, _ coders: [(Peer, String)]) throws -> [String] {
    var table = MarkdownTable(header: ["", "encode", "decode", "bytes"])
    table.rows = try coders.map { peer, title in
      let result = try measurements.result(dataset, peer)
      return [title, result.encode.asTime, result.decode.asTime, result.bytes.grouped]
    }
    return table.lines
  }

  private var growth: [String] {
    get throws {
      let column = try measurements.result("sessions, 10000000 events", "ColumnArchive, fastest")
      let keyed = try measurements.result("sessions, 2000000 events", "KeyedArchive, fastest")
      let times = [column.encode, column.decode, keyed.encode, keyed.decode].map(\.asTime)
      return [
        "At best, 10,000,000 events in 1,000,000 sessions take `ColumnArchive` \(times[0]) to encode and",
        "\(times[1]) to decode, and 2,000,000 in 200,000 take `KeyedArchive` \(times[2]) and \(times[3]).",
      ]
    }
  }
}

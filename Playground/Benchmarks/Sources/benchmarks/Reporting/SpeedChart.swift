import Foundation

/// The chart of the README: who takes how long for which data set. Time goes to the right, on a logarithmic scale, so
/// that the line from `ColumnArchive` to another coder is as long as the ratio of their times.
struct SpeedChart {
  private static let datasets = ShownDataset.all.filter { $0.name != "one event" }
  private static let peers = Peer.shown

  private let groups: [Group]
  private let layout: Layout

  private struct Group {
    let dataset: ShownDataset
    /// One for each coder, the first of which the others are compared with.
    let results: [(peer: Peer, result: Result)]
  }

  init(_ measurements: Measurements) throws {
    groups = try Self.datasets.map { dataset in
      Group(
        dataset: dataset,
        results: try Self.peers.map { ($0, try measurements.result(dataset.name, $0)) })
    }
    let times = groups.flatMap(\.results).flatMap { [$0.result.encode, $0.result.decode] }
    layout = Layout(times: times, groups: groups.count, rows: Self.peers.count)
  }

  var svg: String {
    var drawing = SVG(width: Layout.width, height: layout.height)
    drawing.rectangle(
      0.5, 0.5, width: Layout.width - 1, height: layout.height - 1, radius: 8, style: "page")
    drawing.text("Time to encode and to decode, less is better", Layout.margin, 30, style: "title")
    drawing.text(
      "Logarithmic scale. Behind each time: how many times that of ColumnArchive.", Layout.margin, 49,
      style: "note")
    for panel in layout.panels { draw(panel, in: &drawing) }
    for (index, group) in groups.enumerated() { drawNames(of: group, at: index, in: &drawing) }
    return drawing.document(
      title: "Time to encode and to decode, by data set and coder", description: description,
      style: Self.style)
  }

  private func draw(_ panel: Layout.Panel, in drawing: inout SVG) {
    drawing.text(panel.title, panel.left, Layout.top - 22, style: "panel")
    for power in layout.powers {
      let x = layout.x(of: pow(10, Double(power)), in: panel)
      drawing.line(x, Layout.top + 2, x, layout.height - Layout.bottom, style: "grid")
      guard layout.hasLabel(power) else { continue }
      for y in [Layout.top - 6, layout.height - Layout.bottom + 16] {
        drawing.text(Self.label(ofPower: power), x, y, style: "axis", anchor: .middle)
      }
    }
    for (index, group) in groups.enumerated() {
      let first = group.results[0].result[keyPath: panel.time]
      for (row, (peer, result)) in group.results.enumerated() {
        let (y, time) = (layout.y(of: row, in: index), result[keyPath: panel.time])
        let (start, end) = (layout.x(of: first, in: panel), layout.x(of: time, in: panel))
        if abs(end - start) > 1 { drawing.line(start, y, end, y, style: "ratio \(peer.style)") }
        drawing.circle(end, y, radius: peer.isOurs ? 5 : 4, style: peer.style)
        let ratio = row == 0 ? "" : " · \((time / first).asRatio)"
        drawing.text(
          time.asTime + ratio, max(start, end) + 9, y + 4, style: peer.isOurs ? "figure ours" : "figure")
      }
    }
  }

  private func drawNames(of group: Group, at index: Int, in drawing: inout SVG) {
    let y = layout.y(of: 0, in: index) - Layout.row
    if index > 0 {
      drawing.line(Layout.margin, y - 15, Layout.width - Layout.margin, y - 15, style: "rule")
    }
    drawing.text(group.dataset.name, Layout.margin, y + 4, style: "dataset")
    drawing.text(group.dataset.size, layout.panels[0].left, y + 4, style: "note")
    for (row, (peer, _)) in group.results.enumerated() {
      drawing.text(
        peer.title, layout.panels[0].left - 16, layout.y(of: row, in: index) + 4,
        style: peer.isOurs ? "coder ours" : "coder", anchor: .end)
    }
  }

  private static func label(ofPower power: Int) -> String {
    switch power {
    case ..<0: "\(Int(pow(10, Double(power + 3)))) µs"
    case 3...: "\(Int(pow(10, Double(power - 3)))) s"
    default: "\(Int(pow(10, Double(power)))) ms"
    }
  }

  /// All figures, for whom does not see them.
  private var description: String {
    groups.map { group in
      let figures = group.results.map {
        "\($0.peer.title) \($0.result.encode.asTime) and \($0.result.decode.asTime)"
      }
      return "\(group.dataset.name), \(group.dataset.size), to encode and to decode: "
        + figures.joined(separator: "; ") + "."
    }.joined(separator: " ")
  }

  /// Colours that can be read on the page of each scheme. The page is part of the drawing, since where it is shown may
  /// have another scheme than the system.
  private static let style = """
    :root { color-scheme: light dark; --page: #ffffff; --edge: #d1d9e0; --grid: #e7ebef; --text: #1f2328;
      --note: #59636e; --column: #0969da; --keyed: #1a7f37; --other: #818b98; --copy: #bf5b04; }
    @media (prefers-color-scheme: dark) {
      :root { --page: #0d1117; --edge: #3d444d; --grid: #21262d; --text: #f0f6fc; --note: #9198a1;
        --column: #58a6ff; --keyed: #3fb950; --other: #7d8590; --copy: #f0883e; }
    }
    text { font: 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", Helvetica, Arial, sans-serif;
      fill: var(--text); }
    .dataset, .coder, .figure, .note { paint-order: stroke; stroke: var(--page); stroke-width: 4px;
      stroke-linejoin: round; }
    .title { font-size: 16px; font-weight: 600; }
    .panel { font-size: 14px; font-weight: 600; }
    .dataset, .ours { font-weight: 600; }
    .note, .axis, .coder, .figure { fill: var(--note); }
    .axis { font-size: 11px; }
    .figure { font-variant-numeric: tabular-nums; }
    .ours { fill: var(--text); }
    .page { fill: var(--page); stroke: var(--edge); }
    .grid, .rule { stroke: var(--grid); }
    .rule { stroke: var(--edge); }
    .ratio { stroke-width: 2; stroke-opacity: 0.45; }
    .column { fill: var(--column); stroke: var(--column); }
    .keyed { fill: var(--keyed); stroke: var(--keyed); }
    .other { fill: var(--other); stroke: var(--other); }
    .copy { fill: var(--page); stroke: var(--copy); stroke-width: 2; }
    """
}

extension Peer {
  fileprivate var style: String {
    switch self {
    case .columnArchive: "column"
    case .keyedArchive: "keyed"
    case .memcpy: "copy"
    case .protobuf, .propertyList, .json, .foundationArchiver: "other"
    }
  }
}

/// Where things are.
private struct Layout {
  struct Panel {
    let title: String
    let time: KeyPath<Result, Double>
    let left: Double
  }

  static let width = 880.0
  static let margin = 18.0
  static let top = 106.0
  static let bottom = 30.0
  static let row = 18.0
  private static let names = 128.0
  /// Right of the greatest time there is room for its label.
  private static let label = 118.0
  private static let gap = 4.0

  let panels = [
    Panel(title: "Encode", time: \.encode, left: margin + names + 16),
    Panel(title: "Decode", time: \.decode, left: margin + names + 16 + panelWidth + gap),
  ]
  /// The powers of ten, in milliseconds, that have a line.
  let powers: ClosedRange<Int>
  let height: Double
  private let range: ClosedRange<Double>
  private let groupHeight: Double

  init(times: [Double], groups: Int, rows: Int) {
    let (least, most) = (times.min() ?? 1, times.max() ?? 1)
    range = log10(least) - 0.05...log10(most)
    powers = Int(range.lowerBound.rounded(.up))...Int(range.upperBound.rounded(.down))
    groupHeight = Self.row * Double(rows + 2)
    height = Self.top + Double(groups) * groupHeight + Self.bottom
  }

  private static var panelWidth: Double { (width - margin - names - 16 - gap) / 2 }

  func x(of time: Double, in panel: Panel) -> Double {
    let share = (log10(time) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return panel.left + share * (Self.panelWidth - Self.label)
  }

  /// Whether a power of ten has room for its label: each has, or every second.
  func hasLabel(_ power: Int) -> Bool {
    let spacing = x(of: 10, in: panels[0]) - x(of: 1, in: panels[0])
    return spacing > 46 || power.isMultiple(of: 2)
  }

  /// The middle of a row; above the first there is room for the name of the group.
  func y(of row: Int, in group: Int) -> Double {
    Self.top + Double(group) * groupHeight + Self.row * (Double(row) + 1.6)
  }
}

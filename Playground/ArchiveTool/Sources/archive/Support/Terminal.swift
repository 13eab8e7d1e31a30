import Foundation

/// Messages to the user, on the standard error.
enum Terminal {
  static func report(_ message: String) { write("archive: \(message)\n") }

  static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

  static var isInteractive: Bool { isatty(2) == 1 }
}

/// Reports the progress of long work: the step, its time, and a bar of the fraction done if known. On a terminal, steps of
/// less than a second are not reported.
final class Progress: @unchecked Sendable {
  private let lock = NSLock()
  private let isShown: Bool
  private let isLine: Bool
  private var step = ""
  private var fraction: Double?
  private var note: String?
  private var start = Date()
  private var isWritten = false
  private var isEnded = false

  /// - Parameter isWanted: Whether to report progress even without a terminal, with one line for each step.
  init(isWanted: Bool) {
    isLine = Terminal.isInteractive
    isShown = isWanted || isLine
    guard isShown, isLine else { return }
    Thread.detachNewThread { [weak self] in
      while let progress = self, progress.tick() { Thread.sleep(forTimeInterval: 0.25) }
    }
  }

  /// Runs a step.
  func during<Result>(_ step: String, _ body: () throws -> Result) rethrows -> Result {
    lock.withLock { (self.step, fraction, note, start, isEnded) = (step, nil, nil, Date(), false) }
    defer { finish() }
    return try body()
  }

  /// Sets the fraction of the step that is done, from 0 to 1, and what to say of it.
  func update(_ fraction: Double, _ note: String? = nil) {
    lock.withLock { (self.fraction, self.note) = (fraction, note) }
  }

  /// Reports something during a step.
  func report(_ message: String) {
    lock.withLock {
      if isWritten { Terminal.write("\r\u{1B}[K") }
      isWritten = false
      Terminal.report(message)
    }
  }

  private func finish() {
    lock.withLock {
      isEnded = true
      if isWritten { Terminal.write("\r\u{1B}[K") }
      isWritten = false
      let seconds = Date().timeIntervalSince(start)
      if isShown, !isLine || seconds >= 1 { Terminal.write("\(step): \(Self.text(seconds))\n") }
    }
  }

  private func tick() -> Bool {
    lock.withLock {
      let seconds = Date().timeIntervalSince(start)
      guard !isEnded, !step.isEmpty, seconds >= 1 else { return true }
      let part = fraction.map { " \(Self.bar($0))" } ?? ""
      let note = note.map { ", \($0)" } ?? ""
      Terminal.write("\r\u{1B}[K\(step) … \(Self.text(seconds))\(part)\(note)")
      isWritten = true
      return true
    }
  }

  static func bar(_ fraction: Double) -> String {
    let (width, whole) = (20, min(max(fraction, 0), 1))
    let count = Int(whole * Double(width))
    let bar = String(repeating: "█", count: count) + String(repeating: "░", count: width - count)
    return "\(bar) \(Int(whole * 100)) %"
  }

  private static func text(_ seconds: Double) -> String {
    "\((seconds * 10).rounded() / 10) s"
  }
}

import SwiftDiagnostics
import SwiftSyntax

/// The text of a problem: the problem, the reason, and the remedy. The messages of a topic are the cases of one enum.
/// The topic and the case's name form the identifier of the diagnostic, `stored.repeated`. It is stable; the wording
/// may improve.
protocol Finding: RawRepresentable<String> {
  static var topic: String { get }

  /// The text about `subject`, as written in messages: `property 'a'`. `detail` and `other` fill further gaps of the
  /// text.
  func text(_ subject: String, _ detail: String, _ other: String) -> String
}

/// An error or a warning of the macro: its text, its location, and the edits that fix it.
struct Problem {
  /// The smallest piece of source with the problem.
  let node: Syntax
  let id: String
  let message: String
  let cures: [Cure]
  let severity: DiagnosticSeverity

  /// An edit that solves the problem.
  struct Cure {
    let title: String
    let changes: [FixIt.Change]
  }

  init<F: Finding>(
    _ finding: F, at node: some SyntaxProtocol, _ subject: String = "", _ detail: String = "",
    _ other: String = "", cures: [Cure] = [], severity: DiagnosticSeverity = .error
  ) {
    self.node = Syntax(node)
    id = "\(F.topic).\(finding.rawValue)"
    message = finding.text(subject, detail, other)
    self.cures = cures
    self.severity = severity
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      node: node, message: Message(message: message, id: id, severity: severity),
      fixIts: cures.map {
        FixIt(
          message: Message(message: $0.title, id: "\(id).fix", severity: severity), changes: $0.changes)
      })
  }

  private struct Message: DiagnosticMessage, FixItMessage {
    let message: String
    let id: String
    let severity: DiagnosticSeverity
    var diagnosticID: MessageID { MessageID(domain: "StructCoding", id: id) }
    var fixItID: MessageID { diagnosticID }
  }
}

extension Problem.Cure {
  init(_ title: String, replacing old: some SyntaxProtocol, by new: some SyntaxProtocol) {
    self.init(title: title, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Replaces the text of a token, and keeps its trivia.
  init(_ title: String, replacing token: TokenSyntax, by text: String) {
    self.init(title, replacing: token, by: token.with(\.tokenKind, .identifier(text)))
  }
}

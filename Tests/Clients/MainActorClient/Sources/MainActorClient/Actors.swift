import Foundation
import StructCoding

// Objects of values that say that they are `Sendable` go from actor to actor.

@Archivable
nonisolated struct Document: Sendable, Equatable {
  var title: String
  var lines: [String] = []
}

@Archivable
enum Failure: Error, Equatable { case missing(String) }

actor Store {
  private var documents = [Document(title: "a"), Document(title: "b", lines: ["c"])]

  func all() -> [Document.Coding] { documents.encoded }
  func failure() -> Failure.Coding { Failure.missing("a").encoded }
  func add(_ document: Document.Coding) { documents.append(document.decoded) }

  /// Archives off the main actor, also values of types that are isolated to it.
  func archive(_ sent: Sent) throws -> Data { try KeyedArchive.encode([sent]) }
}

func checkActors() async throws {
  let store = Store()
  await store.add(Document(title: "d").encoded)
  let all = await store.all()
  expect(all.decoded.map(\.title) == ["a", "b", "d"])
  expect(await store.failure().decoded == .missing("a"))
  let data = try await store.archive(Sent(number: 7))
  expect(try KeyedArchive.decode([Sent].self, from: data).map(\.number) == [7])
}

import Foundation
import StructCoding

@Archivable
struct Session: Equatable {
  var startTime: Date
  var tags: [String] = []
}

let session = Session(startTime: Date(timeIntervalSince1970: 0), tags: ["open"])
let coding = session.encoded  // a Session.Coding: an NSObject that any NSCoder takes
print(coding.decoded == session)

let sessions = [session, Session(startTime: .now)]
let data = try KeyedArchive.encode(sessions)  // the bytes of Apple's keyed archive
print(try KeyedArchive.decode([Session].self, from: data) == sessions)
print(sessions.encoded.decoded == sessions)  // an array of Codings, and back

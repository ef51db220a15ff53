// The least that a Swift program with authsh's C libraries does: it posts one notification and reads one property list.
//
//   authsh-bench-peer PLIST          does that and ends
//   authsh-bench-peer PLIST --hash   hashes one password too, says "ready", and idles until its input ends

import CCrypto
import CEdit
import CSQLite
import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else { exit(2) }

let name = Notification.Name("authStateDidChange")
var heard = 0
_ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
  MainActor.assumeIsolated { heard += 1 }
}
NotificationCenter.default.post(name: name, object: nil)

let settings = try PropertyListSerialization.propertyList(
  from: Data(contentsOf: URL(fileURLWithPath: path)), options: [], format: nil)
let count = (settings as? [String: Any])?.count ?? 0
print("\(heard) heard, \(count) settings")

if arguments.contains("--hash") {
  let password: [CChar] = Array(repeating: 65, count: 8)
  var key = [UInt8](repeating: 0, count: 32)
  let isDone = EVP_PBE_scrypt(password, 8, key, 16, 1 << 15, 8, 3, 64 << 20, &key, key.count)
  FileHandle.standardOutput.write(Data("ready\n".utf8))
  while readLine() != nil {}
  exit(isDone == 1 ? 0 : 1)
}

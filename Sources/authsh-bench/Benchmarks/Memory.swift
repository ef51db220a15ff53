import Foundation

extension Benchmark {
  /// What stays resident in a shell that has signed somebody in and waits for the next line.
  static let memory = Benchmark("memory", "an idle shell after one sign-in against the least program after one hash") {
    bench in
    let home = try bench.signedOutHome()
    let medians = try await medians(of: bench.count(5, quick: 1)) {
      let shell = try Dialogue(bench.authsh, environment: ["AUTHSH_HOME=\(home)"])
      try shell.say("signin \(Bench.email) --password \(Bench.password)", "echo settled")
      try shell.awaitWords("settled")
      let size = try shell.residentMemory()
      try shell.say("signout")
      try shell.end()
      return size
    } against: {
      let peer = try Dialogue(bench.peer, ["\(home)/defaults.plist", "--hash"])
      try peer.awaitWords("ready")
      let size = try peer.residentMemory()
      try peer.end()
      return size
    }
    return [.measured("memory", medians, "MiB", peer: "static Swift after one hash", budget: 1.5)]
  }
}

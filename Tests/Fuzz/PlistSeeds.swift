// Writes property lists of both formats into the folder given, for the fuzzer to start from.
import Foundation

let folder = URL(fileURLWithPath: CommandLine.arguments[1])
let seeds: [[String: Any]] = [
  [:],
  ["isSignIn": true, "lastLoginRepository": "local"],
  ["text": "\u{1F511} & <key>", "no": false, "small": 7, "large": Int.max, "negative": -1, "half": 0.5],
  ["date": Date(timeIntervalSinceReferenceDate: 0.25), "data": Data([0, 1, 2, 255]), "empty": ""],
  ["deep": [["a": [1, 2.5, ["b": [Data()]]]]], "many": Array(0..<20)],
]
for (number, seed) in seeds.enumerated() {
  for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
    let data = try PropertyListSerialization.data(fromPropertyList: seed, format: format, options: 0)
    try data.write(to: folder.appendingPathComponent("\(number).\(format == .xml ? "xml" : "binary")"))
  }
}

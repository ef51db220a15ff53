import AuthStorage

extension Options {
  /// Every file that authsh owns, a line each, for people who want to remove them.
  static func paths(_ options: Options, _ environment: [String: String]) throws -> String {
    let home = try Home.resolve(directory: options.homeDirectory, environment: environment)
    let width = home.files.map(\.label.count).max() ?? 0
    return home.files.map { file in
      file.label + String(repeating: " ", count: width - file.label.count + 2) + file.path
    }.joined(separator: "\n")
  }
}

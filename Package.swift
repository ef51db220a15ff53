// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "authsh",
  products: [
    .executable(name: "authsh", targets: ["authsh"]),
    .executable(name: "authsh-bench", targets: ["authsh-bench"]),
    .library(name: "AuthBus", targets: ["AuthBus"]),
    .library(name: "AuthApp", targets: ["AuthApp", "Accounts", "AuthStorage"]),
  ],
  targets: [
    // C libraries, each behind one module.
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CEdit", linkerSettings: [.linkedLibrary("edit")]),

    // The circle, from the bus outwards.
    .target(name: "AuthBus"),
    .target(name: "AuthStorage"),
    .target(name: "Accounts"),
    .target(name: "LocalAccounts", dependencies: ["Accounts", "CSQLite", "CCrypto"]),
    .target(name: "AuthApp", dependencies: ["Accounts", "AuthBus", "AuthStorage"]),
    .target(name: "ShellLanguage"),
    .target(name: "Shell", dependencies: ["ShellLanguage", "AuthApp", "AuthBus", "AuthStorage", "Accounts"]),
    .target(name: "LineEditor", dependencies: ["Shell", "ShellLanguage", "CEdit"]),

    // The programs.
    .executableTarget(
      name: "authsh",
      dependencies: [
        "Accounts", "AuthApp", "AuthBus", "AuthStorage", "LineEditor", "LocalAccounts", "Shell", "ShellLanguage",
      ]),
    .executableTarget(
      name: "authsh-bench",
      dependencies: [
        "Accounts", "AuthApp", "AuthBus", "AuthStorage", "CSQLite", "LocalAccounts", "Shell",
      ]),
    // What authsh's start and memory are compared with: the least program with the same libraries.
    .executableTarget(name: "authsh-bench-peer", dependencies: ["CCrypto", "CEdit", "CSQLite"]),

    .testTarget(name: "AuthBusTests", dependencies: ["AuthBus"]),
    .testTarget(name: "AuthStorageTests", dependencies: ["AuthStorage"]),
    .testTarget(name: "AccountsTests", dependencies: ["Accounts"]),
    .testTarget(name: "LocalAccountsTests", dependencies: ["LocalAccounts", "Accounts", "CCrypto"]),
    .testTarget(
      name: "AuthAppTests", dependencies: ["AuthApp", "Accounts", "AuthBus", "AuthStorage", "LocalAccounts"]),
    .testTarget(name: "ShellLanguageTests", dependencies: ["ShellLanguage"]),
    .testTarget(
      name: "ShellTests",
      dependencies: ["Shell", "ShellLanguage", "AuthApp", "AuthBus", "AuthStorage", "Accounts", "LocalAccounts"]),
    .testTarget(name: "LineEditorTests", dependencies: ["LineEditor", "Shell", "ShellLanguage"]),
    // Uses the libraries as a package of somebody else's would: public declarations only.
    .testTarget(
      name: "EmbeddingTests", dependencies: ["Accounts", "AuthApp", "AuthBus", "AuthStorage"], packageAccess: false),
    // Runs the built program, as a person or a script would; one test runs it beside an app in its own process.
    .testTarget(
      name: "BinaryTests",
      dependencies: ["authsh", "Accounts", "AuthApp", "AuthBus", "AuthStorage", "LocalAccounts", "Shell"]),
    .testTarget(name: "BenchTests", dependencies: ["authsh-bench"]),
  ],
  swiftLanguageModes: [.v6]
)

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]
for target in package.targets where target.type != .system && target.name != "CEdit" {
  target.swiftSettings = strict
}

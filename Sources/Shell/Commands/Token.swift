import Accounts
import AuthApp
import Foundation
import ShellLanguage

/// `token show`: the ID token, for use with other programs.
struct TokenShow: Command {
  static let spec = CommandSpec(
    "token show", roots: [.home], summary: "show the ID token",
    discussion: "It is a secret: whoever has it can act for you until it expires. It exists to be shown here alone.",
    errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let token = try await shell.using { manager async throws(AppError) in try await manager.idToken() }
    return Output(token.reveal(), json: ["idToken": .string(token.reveal())])
  }
}

/// `token refresh`: a fresh ID token, and a new refresh token in the vault.
struct TokenRefresh: Command {
  static let spec = CommandSpec(
    "token refresh", roots: [.home], summary: "trade the refresh token for a new one and a fresh ID token",
    discussion:
      "It happens by itself when the ID token is an hour old. Home is not rebuilt: only idTokenDidChange is posted.",
    errors: Fails.inSession)

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let token = try await shell.using { manager async throws(AppError) in try await manager.refreshToken() }
    let expiry = JSONWebToken(token.reveal())?.expiresAt
    return Output(
      "a fresh ID token" + (expiry.map { ", good until \($0.formatted(.iso8601))" } ?? ""),
      json: ["expiresAt": expiry.map(JSONValue.date) ?? .null])
  }
}

/// `token decode [TOKEN]`: what stands in a token.
struct TokenDecode: Command {
  static let spec = CommandSpec(
    "token decode", summary: "show what an ID token says",
    discussion: "Without TOKEN it is your own. Nothing is checked: a token says what it says.",
    parameters: [.positional("TOKEN", .secret, optional: true)], errors: Fails.inSession + ["invalid-argument"])

  func run(_ call: Call, in shell: Shell) async throws(CommandError) -> Output {
    let text: String
    if let given = call.value("TOKEN") {
      text = given
    } else {
      text = try await shell.using { manager async throws(AppError) in try await manager.idToken() }.reveal()
    }
    guard let token = JSONWebToken(text) else {
      throw CommandError(
        "invalid-argument", "that is no JSON Web Token",
        hint: "it has three parts with dots between; 'token show' shows one")
    }
    return Output(
      "\(token.header.pretty)\n\(token.claims.pretty)", json: ["header": token.header, "claims": token.claims])
  }
}

/// A JSON Web Token (RFC 7519) taken apart without checking its signature.
struct JSONWebToken {
  /// Its first part, an object.
  let header: JSONValue
  /// Its second part, an object.
  let claims: JSONValue

  /// Takes `text` apart; `nil` for anything but three parts of which the first two are objects.
  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]) else { return nil }
    self.header = header
    self.claims = claims
  }

  /// When it ceases to be good, from its `exp` claim.
  var expiresAt: Date? {
    guard case .object(let members) = claims, case .integer(let seconds)? = members["exp"] else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
  }

  private static func object(_ part: Substring) -> JSONValue? {
    var base64 = String(part.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
    base64 += String(repeating: "=", count: (4 - base64.count % 4) % 4)
    guard let data = Data(base64Encoded: base64), let value = try? JSONDecoder().decode(JSONValue.self, from: data),
      case .object = value
    else { return nil }
    return value
  }
}

import Accounts
import Foundation
import LocalAccounts
import Testing

@Test func `an ID token is a signed JSON Web Token with Firebase's claims`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  store.clock.advance(100.7)
  _ = try await accounts.update(session.proof, displayName: "Ada", photoURL: "https://x/ada.png")
  let fresh = try await accounts.autoLogin(session.refreshToken)
  let token = try JSONWebToken(fresh.proof)
  #expect(try token.isSigned(by: store))
  #expect(token.header["alg"] as? String == "EdDSA" && token.header["typ"] as? String == "JWT")
  let kid = try store.connection().first("SELECT kid FROM keys") { $0.text(0) }
  #expect(token.header["kid"] as? String == kid && token.header.count == 3)

  let uid = session.account.uid
  #expect(token.text("iss") == "https://securetoken.google.com/authsh" && token.text("aud") == "authsh")
  #expect(token.text("sub") == uid && token.text("user_id") == uid)
  #expect(token.number("iat") == 1_700_000_100 && token.number("exp") == 1_700_003_700)
  #expect(token.number("auth_time") == 1_700_000_000)
  #expect(token.text("name") == "Ada" && token.text("picture") == "https://x/ada.png")
  #expect(token.text("email") == ada && token.claims["email_verified"] as? Bool == false)
  #expect(token.claims["provider_id"] == nil)
  let current = try await accounts.sessions(fresh.proof)
  #expect(token.text("sid") == current[0].id && current[0].id.count >= 22)
  let firebase = try #require(token.claims["firebase"] as? [String: Any])
  #expect(firebase["sign_in_provider"] as? String == "password")
  #expect(firebase["identities"] as? [String: [String]] == ["email": [ada]])
}

@Test func `an anonymous account's token says so and names no address`() async throws {
  let store = try TestStore()
  let token = try JSONWebToken(await store.open().login(.anonymous).proof)
  #expect(try token.isSigned(by: store))
  #expect(token.text("provider_id") == "anonymous")
  for absent in ["email", "email_verified", "name", "picture"] { #expect(token.claims[absent] == nil) }
  let firebase = try #require(token.claims["firebase"] as? [String: Any])
  #expect(firebase["sign_in_provider"] as? String == "anonymous")
  #expect(firebase["identities"] as? [String: [String]] == [:])
}

@Test func `a token tells the time before 1970 in whole seconds too`() async throws {
  let store = try TestStore()
  store.clock.advance(-1_700_000_000.5)
  let token = try JSONWebToken(await store.open().login(.anonymous).proof)
  #expect(token.number("iat") == -1 && token.number("exp") == 3599)
}

@Test func `an ID token is good for an hour and only too old after it`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  store.clock.advance(3599.9)
  #expect(try await accounts.lookup(session.proof) == session.account)
  store.clock.advance(0.1)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .idTokenExpired)
  let fresh = try await accounts.refresh(session.refreshToken)
  #expect(try await accounts.lookup(fresh.proof) == session.account)
}

@Test func `a token is good on every service of its store and on no other store`() async throws {
  let (store, other) = (try TestStore(), try TestStore())
  let session = try await store.open().signUpAda()
  _ = try await other.open().signUpAda()
  #expect(try await store.open().lookup(session.proof) == session.account)
  #expect(await refusal { try await other.open().lookup(session.proof) } == .userTokenExpired)
}

@Test func `a token of a session that is over is refused, also when it is too old as well`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let session = try await accounts.signUpAda()
  try await accounts.logout(session.refreshToken)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
  store.clock.advance(7200)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userTokenExpired)
}

@Test func `a closed account's tokens are refused until it is opened`() async throws {
  let accounts = try TestStore().open()
  let session = try await accounts.signUpAda()
  _ = try await accounts.setDisabled(ada, true)
  #expect(await refusal { try await accounts.lookup(session.proof) } == .userDisabled)
  #expect(await refusal { try await accounts.refresh(session.refreshToken) } == .userDisabled)
  _ = try await accounts.setDisabled(ada, false)
  #expect(try await accounts.lookup(session.proof).uid == session.account.uid)
}

@Test func `revoking ends the tokens that are out and none that is made in the same instant after it`() async throws {
  let accounts = try TestStore().open()
  let old = try await accounts.signUpAda()
  _ = try await accounts.revoke(ada)
  let fresh = try await accounts.login(.password(email: ada, password))
  #expect(await refusal { try await accounts.lookup(old.proof) } == .userTokenExpired)
  #expect(try await accounts.lookup(fresh.proof) == fresh.account)
  _ = try await accounts.delete(ada)
  #expect(await refusal { try await accounts.lookup(fresh.proof) } == .userTokenExpired)
}

@Test func `tokens made after the clock went back are good, and those from before stay so`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  let early = try await accounts.signUpAda()
  _ = try await accounts.revoke(ada)
  store.clock.advance(-86_400)
  let late = try await accounts.login(.password(email: ada, password))
  #expect(try await accounts.lookup(late.proof).uid == early.account.uid)
  let fresh = try await accounts.refresh(late.refreshToken)
  store.clock.advance(-86_400)
  for token in [late, fresh] { #expect(try await accounts.lookup(token.proof).uid == early.account.uid) }
  _ = try await accounts.changePassword(fresh.proof, to: Secret("another one"))
  try await accounts.deleteAccount(accounts.login(.password(email: ada, Secret("another one"))).proof)
}

@Test func `what was changed on its way, or was never a token, is refused`() async throws {
  let accounts = try TestStore().open()
  let token = try await accounts.signUpAda().proof.reveal()
  let parts = token.split(separator: ".").map(String.init)
  let none = JSONWebToken.encode(Data(#"{"alg":"none","typ":"JWT"}"#.utf8))
  var forged = [
    "", ".", "..", "...", "x", "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).", "\(token).", "\(token)=",
    "\(none).\(parts[1]).", "\(none).\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[2]).\(parts[1])", " \(token)",
    "\(parts[0]).e30.\(parts[2])", token.lowercased(), "é.é.é",
  ]
  for position in stride(from: 0, to: token.utf8.count, by: 7) {
    var bytes = Array(token.utf8)
    bytes[position] = bytes[position] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
    forged.append(String(decoding: bytes, as: UTF8.self))
  }
  // The last letter holds four bits that are no part of the signature.
  for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=" where letter != token.last {
    forged.append("\(token.dropLast())\(letter)")
  }
  for text in forged {
    #expect(await refusal { try await accounts.lookup(Secret(text)) } == .userTokenExpired, "\(text)")
  }
}

@Test func `a store without a usable key is told as damaged`() async throws {
  for damage in ["DELETE FROM keys", "UPDATE keys SET private = x'00'"] {
    let store = try TestStore()
    _ = try await store.open().signUpAda()
    try store.connection().run(damage)
    #expect(await refusal { try await store.open().login(.anonymous) } == .store(.corrupt))
  }
}

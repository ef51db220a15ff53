import Accounts
import Testing

@Test(arguments: [
  ("ada@example.com", "ada@example.com"), ("Ada@Example.COM", "ada@example.com"), ("a@b", "a@b"),
  ("ÉMILE@BÜRO.DE", "émile@büro.de"), ("e\u{301}@x", "é@x"), ("김@예시.한국", "김@예시.한국"),
])
func `an address is kept in lower case and composed`(_ typed: String, _ kept: String) throws {
  let address = try AccountRules.canonicalEmail(typed)
  #expect(Array(address.unicodeScalars) == Array(kept.unicodeScalars))
  #expect(try AccountRules.canonicalEmail(address) == address)
}

@Test(arguments: [
  "", "@", "ada", "ada@", "@example.com", "a@b@c", "a b@c", " a@b", "a@b\n", "a\u{0}@b", "a\u{202E}@b", "a\u{A0}@b",
  String(repeating: "a", count: 253) + "@b",
])
func `what lacks a side, has two at signs, or hides something is no address`(_ typed: String) {
  #expect(throws: AuthError.invalidEmail) { try AccountRules.canonicalEmail(typed) }
}

@Test func `the longest address there may be is one`() throws {
  let longest = String(repeating: "a", count: 252) + "@b"
  #expect(try AccountRules.canonicalEmail(longest) == longest)
}

@Test func `a password is counted in characters as a person sees them`() throws {
  try AccountRules.check(password: Secret("123456"))
  try AccountRules.check(password: Secret("🇰🇷🇰🇷🇰🇷🇰🇷🇰🇷🇰🇷"))
  for short in ["", "12345", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}"] {
    #expect(throws: AuthError.weakPassword(minimum: 6)) { try AccountRules.check(password: Secret(short)) }
  }
}

@Test(arguments: [0, 1, 7, 8, 9, 32, 33])
func `the machine's randomness gives as many bytes as asked, and others each time`(_ count: Int) {
  let (one, two) = (SystemRandom().bytes(count), SystemRandom().bytes(count))
  #expect(one.count == count && two.count == count)
  if count >= 8 { #expect(one != two) }
}

@Test func `only a definite answer ends a session`() {
  let definite: [AuthError] = [.userDisabled, .userTokenExpired, .userNotFound, .invalidCredential]
  let others: [AuthError] = [
    .networkRequestFailed, .store(.locked), .tooManyRequests(retryAfter: .seconds(30)), .operationNotAllowed,
    .invalidEmail, .weakPassword(minimum: 6), .emailAlreadyInUse, .noCurrentUser,
  ]
  #expect(definite.allSatisfy { $0.isDefiniteRefusal } && !others.contains { $0.isDefiniteRefusal })
  #expect(Set((definite + others).map(\.code)).count == definite.count + others.count)
}

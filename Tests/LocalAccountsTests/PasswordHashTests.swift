import Accounts
import LocalAccounts
import Testing

/// RFC 7914 section 12; its fourth vector takes a gigabyte.
private let vectors: [(password: String, salt: String, cost: ScryptCost, key: String)] = [
  (
    "", "", ScryptCost(logN: 4, r: 1, p: 1),
    "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906"
  ),
  (
    "password", "NaCl", ScryptCost(logN: 10, r: 8, p: 16),
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
  ),
  (
    "pleaseletmein", "SodiumChloride", ScryptCost(logN: 14, r: 8, p: 1),
    "7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887"
  ),
]

@Test(arguments: 0..<3)
func `the test vectors of RFC 7914 come out`(_ index: Int) throws {
  let (password, salt, cost, key) = vectors[index]
  let bytes = try Scrypt.derive(password: Array(password.utf8), salt: Array(salt.utf8), cost: cost, length: 64)
  #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == key)
}

@Test func `a cost beyond the memory limit is refused, not paid`() {
  #expect(throws: AuthError.store(.unusable("scrypt: no memory for this cost"))) {
    try Scrypt.derive(password: [1], salt: [2], cost: ScryptCost(logN: 20, r: 8, p: 1), length: 64)
  }
}

private let cheap = ScryptCost(logN: 4, r: 8, p: 3)

@Test func `a hash in its stored form fits its password and no other`() throws {
  let stored = try PasswordHash(password, cost: cheap, random: SystemRandom()).text
  #expect(stored.wholeMatch(of: /\$scrypt\$ln=4,r=8,p=3\$[A-Za-z0-9+\/]{22}\$[A-Za-z0-9+\/]{43}/) != nil)
  let hash = try #require(PasswordHash(stored))
  #expect(hash.text == stored && hash.cost == cheap)
  #expect(try hash.fits(password))
  #expect(try !hash.fits(Secret("correct horsf")))
  #expect(try !hash.fits(Secret("")))
}

@Test func `one password hashed twice shows two different hashes`() throws {
  let (one, two) = (
    try PasswordHash(password, cost: cheap, random: SystemRandom()),
    try PasswordHash(password, cost: cheap, random: SystemRandom())
  )
  #expect(one.text != two.text)
}

@Test func `nobody's hash fits no password`() throws {
  for text in ["", "correct horse"] { #expect(try !PasswordHash.nobody(cost: cheap).fits(Secret(text))) }
}

private let salt = "AAAAAAAAAAAAAAAAAAAAAA"
private let key = String(repeating: "A", count: 43)

@Test(arguments: [
  "", "$", "$$$$", "plain", "$scrypt$ln=4,r=8,p=3$\(salt)", "$scrypt$ln=4,r=8,p=3$\(salt)$",
  "$scrypt$ln=4,r=8,p=3$\(salt)$\(key)$", "x$scrypt$ln=4,r=8,p=3$\(salt)$\(key)", "$bcrypt$ln=4,r=8,p=3$\(salt)$\(key)",
  "$scrypt$ln=04,r=8,p=3$\(salt)$\(key)", "$scrypt$ln=+4,r=8,p=3$\(salt)$\(key)", "$scrypt$r=8,ln=4,p=3$\(salt)$\(key)",
  "$scrypt$ln=4,r=8$\(salt)$\(key)", "$scrypt$ln=4,r=8,p=3,x=1$\(salt)$\(key)", "$scrypt$ln=0,r=8,p=3$\(salt)$\(key)",
  "$scrypt$ln=-4,r=8,p=3$\(salt)$\(key)", "$scrypt$ln=63,r=8,p=3$\(salt)$\(key)",
  "$scrypt$ln=64,r=8,p=3$\(salt)$\(key)",
  "$scrypt$ln=20,r=8,p=3$\(salt)$\(key)", "$scrypt$ln=4,r=9999999,p=3$\(salt)$\(key)",
  "$scrypt$ln=99999999999999999999,r=8,p=3$\(salt)$\(key)", "$scrypt$ln=4,r=8,p=3$\(salt)==$\(key)",
  "$scrypt$ln=4,r=8,p=3$AAAA$\(key)", "$scrypt$ln=4,r=8,p=3$\(salt)$AAAA", "$scrypt$ln=4,r=8,p=3$\(salt)$\(key)\n",
])
func `a stored form that this program would not write is not read`(_ text: String) {
  #expect(PasswordHash(text) == nil)
}

@Test func `a hash that cost less than today is raised at the next sign-in`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.createUser(email: ada, password: password)
  let old = try PasswordHash(password, cost: ScryptCost(logN: 2, r: 8, p: 3), random: SystemRandom()).text
  let database = try store.connection()
  try database.run("UPDATE accounts SET password = ?", .text(old))
  _ = try await accounts.login(.password(email: ada, password))
  let raised = try #require(try database.first("SELECT password FROM accounts") { $0.text(0) } ?? nil)
  #expect(PasswordHash(raised)?.cost == cheap)
  _ = try await accounts.login(.password(email: ada, password))
  #expect(try database.first("SELECT password FROM accounts") { $0.text(0) } == raised)
}

@Test func `a hash that cannot be read is told as damage, not as a wrong password`() async throws {
  let store = try TestStore()
  let accounts = store.open()
  _ = try await accounts.createUser(email: ada, password: password)
  try store.connection().run("UPDATE accounts SET password = '$scrypt$ln=40,r=8,p=3$x$y'")
  #expect(await refusal { try await accounts.login(.password(email: ada, password)) } == .store(.corrupt))
}

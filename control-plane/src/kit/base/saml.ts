/** The configuration of a SAML identity provider. */
export type SamlProvider = {
  /** The silo whose users it signs in. */
  siloId: string
  /** The provider's metadata as XML. */
  idpMetadata: string
  idpEntityId: string
  spClientId: string
  acsUrl: string
  groupAttributeName: string | null
  /** The attribute that identifies a user; null for the NameID. */
  userIdAttribute: string | null
  /** The key that signs our requests; without one they are unsigned. */
  signingKeypair: SamlKeyPair | null
}

/** The metadata of a provider. The check takes a turn of its silo. */
export type SamlMetadata = Pick<SamlProvider, 'siloId' | 'idpMetadata' | 'idpEntityId'>

/** An X.509 certificate and its RSA key (PKCS #1), both in DER as base64. */
export type SamlKeyPair = { publicCert: string; privateKey: string }

/** A validated assertion about a user, checked as far as possible without the database. */
export type SamlSubject = {
  nameId: string
  /** The provider's name for the user, if it sends one. */
  displayName: string | null
  /** Null if the assertion lacks the attribute with the groups. An attribute without values is an empty list. */
  groups: string[] | null
  /** The assertion's id, unique at the provider; a second use of it is refused. */
  assertionId: string
  /** When the assertion expires. */
  expires: Date
  /** The request that it answers; null if the provider started the sign-in. */
  inResponseTo: string | null
}

/** What a response says, of which nothing is verified; null where it doesn't. Long lists and texts are shortened. */
export type SamlSent = {
  issuer: string | null
  audience: string | null
  recipient: string | null
  nameId: string | null
  nameIdFormat: string | null
  attributes: { name: string; values: string[] }[]
}

/** Explains in a sentence for users why a SAML message was refused. Never repeats its input. */
export class SamlRefusal extends Error {
  /** The reason for operators, where the message hides it. */
  readonly detail: string | null

  constructor(message: string, detail: string | null = null) {
    super(message)
    this.detail = detail
  }
}

/** SAML needs XML signatures; a host that supports them passes this to the control plane. */
export type Saml = {
  /**
   * Fetches a provider's metadata.
   * @throws SamlRefusal if the address is not allowed, does not answer in time, or does not answer with text.
   */
  fetchMetadata: (url: string) => Promise<string>
  /**
   * Returns the problem of metadata at its set-up, or null. It must have this entity id, a sign-in address and a key that signs
   * responses, and must not have ended by its own words.
   */
  metadataProblem: (metadata: SamlMetadata, now: Date) => Promise<string | null>
  /** Returns the problem of a key pair and the part that has it, or null. */
  keyPairProblem: (pair: SamlKeyPair) => { part: keyof SamlKeyPair; problem: string } | null
  /** Returns the address to send a browser to, with a request of this id. */
  redirectUrl: (provider: SamlProvider, request: { id: string; relayState: string }) => Promise<string>
  /** Returns the id of the request that a response claims to answer, or null. Cheap, and nothing of the response is checked. */
  requestOf: (response: string) => string | null
  /** Returns what a response says, for admins who test the provider; null if it can't be read. Verifies nothing. */
  describe: (response: string) => SamlSent | null
  /**
   * Validates a provider's response: signature, issuer, audience, recipient, times.
   * @param response the form field `SAMLResponse`, base64.
   * @throws SamlRefusal if any check fails.
   */
  validate: (provider: SamlProvider, response: string, now: Date) => Promise<SamlSubject>
}

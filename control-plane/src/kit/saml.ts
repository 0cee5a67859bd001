/** What the other side of a SAML sign-in is, as it was set up. */
export type SamlProvider = {
  /** The provider's metadata as XML. */
  idpMetadata: string
  idpEntityId: string
  spClientId: string
  acsUrl: string
  groupAttributeName: string | null
  /** What our requests are signed with; without one they are not. */
  signingKeypair: SamlKeyPair | null
}

/** An X.509 certificate and its RSA key (PKCS #1), both in DER as base64. */
export type SamlKeyPair = { publicCert: string; privateKey: string }

/** What a provider says about somebody, checked as far as that goes without the database. */
export type SamlSubject = {
  nameId: string
  /** What the provider calls them, where it says so. */
  displayName: string | null
  groups: string[]
  /** Unique at the provider; who knows it again refuses it. */
  assertionId: string
  /** From when on the assertion is not taken any more in any case. */
  expires: Date
  /** The request that it answers; null when the provider began by itself. */
  inResponseTo: string | null
}

/** Says in a sentence for people why something of SAML was refused; it never repeats what it was given. */
export class SamlRefusal extends Error {}

/** SAML, which needs XML signatures; a host that has them gives it to the control plane. */
export type Saml = {
  /**
   * Fetches a provider's metadata.
   * @throws SamlRefusal when the address may not be asked, does not answer in time, or answers with anything but text.
   */
  fetchMetadata: (url: string) => Promise<string>
  /** What is wrong with metadata, or null: it must say where to send people and have a key that answers are signed with. */
  metadataProblem: (xml: string, entityId: string) => string | null
  /** What is wrong with a key pair, and with which part of it, or null. */
  keyPairProblem: (pair: SamlKeyPair) => { part: keyof SamlKeyPair; problem: string } | null
  /** Where to send a browser with a request of this id. */
  redirectUrl: (provider: SamlProvider, request: { id: string; relayState: string }) => Promise<string>
  /**
   * Checks what a provider posted: signature, issuer, audience, recipient, times.
   * @param response the form field `SAMLResponse`, base64.
   * @throws SamlRefusal when any of it does not hold.
   */
  validate: (provider: SamlProvider, response: string, now: Date) => Promise<SamlSubject>
}

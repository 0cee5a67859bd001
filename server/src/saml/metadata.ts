import { X509Certificate } from 'node:crypto'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { keySizeProblem } from '../tls/key-size.ts'
import { childrenOf, inside, isElement, NS, parseXml, textOf } from './xml.ts'

/** The parts of a provider's metadata that sign-in needs. */
export type ProviderMetadata = {
  /** Where a browser is redirected with a request. */
  signOnUrl: string
  /** Certificates (DER as base64) that it may sign with; several during a key rollover. */
  certificates: string[]
  /** The provider's entity id in the metadata, which the issuer of its answers has too. */
  entityId: string | null
  /** When the metadata ends, as it says itself; null if it says no time. */
  validUntil: Date | null
}

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads the metadata of a provider, of the one with the entity id where there are several.
 * @throws SamlRefusal naming the missing part.
 */
export function readMetadata(xml: string, entityId: string): ProviderMetadata {
  const { id, descriptor, entity } = descriptorOf(parseXml(xml), entityId)
  return {
    signOnUrl: signOnUrlOf(descriptor),
    certificates: certificatesOf(descriptor),
    entityId: id,
    validUntil: endOf([entity.parentNode as Element | null, entity, descriptor]),
  }
}

/**
 * Returns the problem of metadata that is about to be stored, or null. Metadata that was stored before is used without this check:
 * it may have worked for years.
 */
export function setUpProblem(
  { entityId, validUntil }: ProviderMetadata,
  wanted: string,
  now: Date,
): string | null {
  if (entityId !== wanted)
    return `it is the metadata of ${entityId === null ? 'a provider without an entity ID' : `"${shortened(entityId)}"`}, so answers of that issuer would be refused: enter its entity ID exactly as it stands there`
  if (validUntil && validUntil <= now)
    return `it was valid until ${validUntil.toISOString()}: get a current copy from the provider`
  return null
}

/** An entity id has at most 1,024 characters (SAML core 8.3.6). */
const shortened = (entityId: string): string => entityId.slice(0, 1_024)

/** Returns the earliest `validUntil` of elements, each of which also ends its children (SAML metadata 2.3.1). */
function endOf(elements: readonly (Element | null)[]): Date | null {
  const ends = elements
    .map((element) => element?.getAttribute?.('validUntil') ?? '')
    .filter((text) => text !== '')
    .map((text) => new Date(text))
  for (const end of ends)
    if (Number.isNaN(end.getTime()))
      throw new SamlRefusal('its validUntil must be a time, such as 2030-01-31T00:00:00Z')
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())))
}

function descriptorOf(root: Element, entityId: string) {
  const entities = isElement(root, NS.metadata, 'EntityDescriptor')
    ? [root]
    : inside(root, NS.metadata, 'EntityDescriptor')
  const found = entities.flatMap((entity) => {
    const [descriptor] = childrenOf(entity, NS.metadata, 'IDPSSODescriptor')
    return descriptor ? [{ id: entity.getAttribute('entityID'), descriptor, entity }] : []
  })
  if (found.length === 0)
    throw new SamlRefusal('it must be the metadata of an identity provider: it has no IDPSSODescriptor')
  const wanted = found.find(({ id }) => id === entityId) ?? (found.length === 1 ? found[0] : undefined)
  if (!wanted) throw new SamlRefusal('it describes several identity providers, and none with this entity id')
  return wanted
}

function signOnUrlOf(descriptor: Element): string {
  const location = childrenOf(descriptor, NS.metadata, 'SingleSignOnService')
    .find((service) => service.getAttribute('Binding') === REDIRECT_BINDING)
    ?.getAttribute('Location')
  if (!location || webUrlProblem(location) || !URL.canParse(location))
    throw new SamlRefusal(
      'it must have a SingleSignOnService for the binding HTTP-Redirect, with an http or https address',
    )
  return location
}

function certificatesOf(descriptor: Element): string[] {
  const keys = childrenOf(descriptor, NS.metadata, 'KeyDescriptor').filter((key) =>
    ['', 'signing'].includes(key.getAttribute('use') ?? ''),
  )
  const certificates = keys
    .flatMap((key) => inside(key, NS.signature, 'X509Certificate'))
    .map((element) => textOf(element).replace(/\s/g, ''))
  const problems = certificates.map(signingKeyProblem)
  const usable = certificates.filter((_, index) => problems[index] === null)
  const tooLarge = problems.find((problem) => problem)
  if (usable.length === 0)
    throw new SamlRefusal(
      tooLarge
        ? `its key for signing ${tooLarge}`
        : 'it must have a key for signing: a KeyDescriptor with an X.509 certificate of an RSA key',
    )
  return [...new Set(usable)]
}

/** Returns why a provider may not sign with the key of a certificate, an empty text for what is no RSA key, or null. */
function signingKeyProblem(base64: string): string | null {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(base64, 'base64'))
    return publicKey.asymmetricKeyType === 'rsa' ? keySizeProblem(publicKey) : ''
  } catch {
    return ''
  }
}

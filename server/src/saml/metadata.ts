import { X509Certificate } from 'node:crypto'
import { webUrlProblem } from '@granary/domain/web-addresses.ts'
import { SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import type { Element } from '@xmldom/xmldom'
import { childrenOf, inside, isElement, NS, parseXml, textOf } from './xml.ts'

/** The parts of a provider's metadata that sign-in needs. */
export type ProviderMetadata = {
  /** Where a browser is redirected with a request. */
  signOnUrl: string
  /** Certificates (DER as base64) that it may sign with; several during a key rollover. */
  certificates: string[]
}

const REDIRECT_BINDING = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/**
 * Reads the metadata of a provider, of the one with the entity id where there are several.
 * @throws SamlRefusal naming the missing part.
 */
export function readMetadata(xml: string, entityId: string): ProviderMetadata {
  const descriptor = descriptorOf(parseXml(xml), entityId)
  return { signOnUrl: signOnUrlOf(descriptor), certificates: certificatesOf(descriptor) }
}

function descriptorOf(root: Element, entityId: string): Element {
  const entities = isElement(root, NS.metadata, 'EntityDescriptor')
    ? [root]
    : inside(root, NS.metadata, 'EntityDescriptor')
  const found = entities.flatMap((entity) => {
    const [descriptor] = childrenOf(entity, NS.metadata, 'IDPSSODescriptor')
    return descriptor ? [{ id: entity.getAttribute('entityID'), descriptor }] : []
  })
  if (found.length === 0)
    throw new SamlRefusal('it must be the metadata of an identity provider: it has no IDPSSODescriptor')
  const wanted = found.find(({ id }) => id === entityId) ?? (found.length === 1 ? found[0] : undefined)
  if (!wanted) throw new SamlRefusal('it describes several identity providers, and none with this entity id')
  return wanted.descriptor
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
  const usable = certificates.filter(isRsaCertificate)
  if (usable.length === 0)
    throw new SamlRefusal(
      'it must have a key for signing: a KeyDescriptor with an X.509 certificate of an RSA key',
    )
  return [...new Set(usable)]
}

function isRsaCertificate(base64: string): boolean {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64')).publicKey.asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

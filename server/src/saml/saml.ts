import { createHash } from 'node:crypto'
import { SAML } from '@node-saml/node-saml'
import { type Saml, SamlRefusal } from '@granary/control-plane/kit/saml.ts'
import { subjectOf } from './assertion.ts'
import { fetchMetadata, type FetchOptions } from './fetch-metadata.ts'
import { keyPairProblem, pemOf } from './key-pair.ts'
import { type ProviderMetadata, readMetadata } from './metadata.ts'
import { claimedRequest, readResponse } from './response.ts'
import { signedAssertion } from './signature.ts'

/** Maximum number of providers whose parsed metadata is cached; a federation's may be large. */
const MAX_CACHED = 100

/** Implements sign-in with SAML 2.0: requests by redirect, answers by POST. */
export function createSaml(options: FetchOptions): Saml {
  const kept = new Map<string, ProviderMetadata>()
  const metadataOf = (xml: string, entityId: string): ProviderMetadata => {
    const key = createHash('sha256').update(`${entityId}\n${xml}`).digest('base64')
    const known = kept.get(key) ?? readMetadata(xml, entityId)
    kept.set(key, known)
    if (kept.size > MAX_CACHED) kept.delete(kept.keys().next().value!)
    return known
  }

  return {
    fetchMetadata: (url) => fetchMetadata(url, options),
    keyPairProblem,

    metadataProblem(xml, entityId) {
      try {
        readMetadata(xml, entityId)
        return null
      } catch (error) {
        if (error instanceof SamlRefusal) return error.message
        throw error
      }
    },

    redirectUrl(provider, { id, relayState }) {
      const { signOnUrl, certificates } = metadataOf(provider.idpMetadata, provider.idpEntityId)
      const pair = provider.signingKeypair
      const requests = new SAML({
        entryPoint: signOnUrl,
        idpCert: certificates,
        issuer: provider.spClientId,
        callbackUrl: provider.acsUrl,
        generateUniqueId: () => id,
        // The provider decides how users authenticate, and which name identifies them.
        disableRequestedAuthnContext: true,
        identifierFormat: null,
        signatureAlgorithm: 'sha256',
        ...(pair ? { privateKey: pemOf(pair) } : {}),
      })
      return requests.getAuthorizeUrlAsync(plain(relayState), undefined, {})
    },

    requestOf: claimedRequest,

    async validate(provider, response, now) {
      const posted = readResponse(response)
      const metadata = metadataOf(provider.idpMetadata, provider.idpEntityId)
      const assertion = await signedAssertion(provider, metadata, posted)
      return subjectOf(provider, assertion, posted.root, now)
    },
  }
}

/**
 * Writes a path without the characters that the library encodes in one way where it signs and in another where it
 * sends. Both forms of a path are equivalent.
 */
const plain = (path: string): string =>
  path.replace(/[ !'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

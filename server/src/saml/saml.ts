import { SAML } from '@node-saml/node-saml'
import { type Saml, SamlRefusal } from '@granary/control-plane/kit/base/saml.ts'
import { subjectOf } from './assertion.ts'
import { fetchMetadata, type FetchOptions } from './fetch-metadata.ts'
import { keyPairProblem, pemOf } from './key-pair.ts'
import { describeResponse } from './describe.ts'
import { cachedMetadata, type MetadataReader } from './cached-metadata.ts'
import { readMetadata, setUpProblem } from './metadata.ts'
import { claimedRequest, readResponse } from './response.ts'
import { signedAssertion } from './signature.ts'

/** What is slow of SAML. */
export type Checks = Pick<Saml, 'validate'> & { readMetadata: MetadataReader }

/**
 * Implements sign-in with SAML 2.0: requests by redirect, answers by POST.
 * @param checks does what is slow elsewhere, such as in a thread of its own.
 */
export function createSaml(options: FetchOptions, checks: Checks = checksHere()): Saml {
  const metadataOf = cachedMetadata(checks.readMetadata)

  return {
    fetchMetadata: (url) => fetchMetadata(url, options),
    keyPairProblem,

    async metadataProblem(metadata, now) {
      try {
        return setUpProblem(await checks.readMetadata(metadata), metadata.idpEntityId, now)
      } catch (error) {
        if (error instanceof SamlRefusal) return error.message
        throw error
      }
    },

    async redirectUrl(provider, { id, relayState }) {
      const { signOnUrl, certificates } = await metadataOf(provider)
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

    describe: describeResponse,

    validate: checks.validate,
  }
}

/** Returns the checks as code that runs at once in this thread. */
export function checksHere(): Checks {
  const read: MetadataReader = async ({ idpMetadata, idpEntityId }) => readMetadata(idpMetadata, idpEntityId)
  const metadataOf = cachedMetadata(read)
  return {
    readMetadata: read,
    async validate(provider, response, now) {
      const posted = readResponse(response)
      const assertion = await signedAssertion(provider, await metadataOf(provider), posted)
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

import { toSnake } from '@granary/contract/codec.ts'
import type { SamlIdentityProviderCreate } from '@granary/contract/schemas/identity-providers.ts'
import { base64Problem, fromBase64 } from '@granary/domain/base64.ts'
import type { ProblemCode } from '@granary/domain/problems.ts'
import type { z } from 'zod'
import type { SamlProviderRow, SiloRow } from '../database/schema.ts'
import { actorOf, type Context, type OuterContext } from '../kit/context/context.ts'
import { capitalize, invalidRequest, invalidValue, unreadable } from '../kit/base/errors.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { type Saml, SamlRefusal } from '../kit/base/saml.ts'
import { samlProvider } from '../kinds/saml-provider.ts'

type Create = z.output<typeof SamlIdentityProviderCreate>

/** Returns the host's SAML. @throws ApiError 400 if it has none, as in the technical preview. */
export function samlOf({ services }: OuterContext): Saml {
  if (!services.saml)
    throw invalidRequest('signing in with SAML needs the server; there is none behind this console')
  return services.saml
}

/** @throws ApiError 400 for a silo without identity providers. */
export function requireSamlSilo(silo: SiloRow): void {
  if (silo.identity_mode === 'local_only')
    throw invalidRequest(
      `the users of silo "${silo.name}" have passwords in it: identity providers are for silos in a SAML mode`,
    )
}

/** @throws ApiError 400 for a key that is not the certificate's, and other unusable pairs. */
export function checkKeyPair(saml: Saml, { signingKeypair }: Create): void {
  const wrong = signingKeypair && saml.keyPairProblem(signingKeypair)
  if (!wrong) return
  const path = `signing_keypair.${toSnake(wrong.part)}`
  throw unreadable(`unable to parse JSON body: ${path}: ${wrong.problem}`).at(
    path,
    'not_allowed',
    capitalize(wrong.problem),
  )
}

/**
 * Returns the metadata of a provider, fetched or decoded, after checking it. May take some seconds.
 * @throws ApiError 400 naming the invalid field, 429 if the silo waits for too many.
 */
export async function readMetadata(
  context: OuterContext,
  siloId: string,
  { idpMetadataSource: source, idpEntityId }: Pick<Create, 'idpMetadataSource' | 'idpEntityId'>,
): Promise<string> {
  const saml = samlOf(context)
  const field = source.type === 'url' ? 'url' : 'data'
  const checked = countOpen(context.services, 'samlMetadata', siloId)
  try {
    const idpMetadata = source.type === 'url' ? await fetched(saml, source.url) : decoded(source.data)
    const problem = await saml.metadataProblem({ siloId, idpMetadata, idpEntityId }, context.clock.now())
    if (problem) throw invalidSource(field, 'not_allowed', problem)
    return idpMetadata
  } finally {
    checked()
  }
}

const invalidSource = (field: 'url' | 'data', code: ProblemCode, detail: string) =>
  invalidValue(`idp_metadata_source.${field}`, code, detail, field)

async function fetched(saml: Saml, url: string): Promise<string> {
  try {
    return await saml.fetchMetadata(url)
  } catch (error) {
    if (!(error instanceof SamlRefusal)) throw error
    const refused = invalidSource('url', 'not_allowed', error.message)
    throw error.detail === null ? refused : refused.because(`metadata by URL: ${error.detail}`)
  }
}

function decoded(data: string): string {
  const problem = base64Problem(data)
  if (problem) throw invalidSource('data', 'invalid_format', `must be base64: ${problem}`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64(data))
  } catch {
    throw invalidSource('data', 'invalid_format', 'must be XML in UTF-8')
  }
}

/** Inserts a provider and logs the change. @throws ApiError 400 if the silo has one of this name, or too many. */
export async function createProvider(
  context: Context,
  silo: SiloRow,
  body: Create,
  metadata: string,
): Promise<SamlProviderRow> {
  await requireRoom(context, 'identityProviders', silo.id)
  return samlProvider.create(context, { siloId: silo.id, projectId: null }, body, {
    silo_id: silo.id,
    idp_metadata: metadata,
    idp_entity_id: body.idpEntityId,
    sp_client_id: body.spClientId,
    acs_url: body.acsUrl,
    slo_url: body.sloUrl,
    technical_contact_email: body.technicalContactEmail,
    group_attribute_name: body.groupAttributeName?.trim() || null,
    public_cert: body.signingKeypair?.publicCert ?? null,
    private_key: body.signingKeypair?.privateKey ?? null,
    max_fleet_role: actorOf(context).grants.fleet,
    enabled: 1,
    allow_unsolicited: body.allowUnsolicited ? 1 : 0,
    missing_groups: body.missingGroups ?? 'keep',
    user_id_attribute: body.userIdAttribute?.trim() || null,
  })
}

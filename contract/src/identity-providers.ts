import { MAX_METADATA_LENGTH, MAX_PEM_LENGTH } from '@granary/domain/limits.ts'
import { fleetRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { anyone, on, withPowerOver } from './needs.ts'
import { family, get, post, put } from './operation.ts'
import {
  identity,
  identityCreate,
  Name,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  WebUrl,
} from './scalars.ts'

export const IdentityProviderType = z.enum(['saml']).meta({ id: 'IdentityProviderType' })

export const IdentityProvider = z
  .object({
    ...identity,
    providerType: IdentityProviderType.meta({ description: 'Protocol of the provider' }),
  })
  .meta({ id: 'IdentityProvider' })

export const IdpMetadataSource = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('url'),
      url: z.string().max(2048).meta({ description: 'Address of the metadata document' }),
    }),
    z.object({
      type: z.literal('base64_encoded_xml'),
      data: z.string().max(MAX_METADATA_LENGTH).meta({ description: 'The metadata document in base64' }),
    }),
  ])
  .meta({ id: 'IdpMetadataSource' })

/** The signing key for requests to the identity provider: both parts in DER, as base64. */
export const DerEncodedKeyPair = z
  .object({
    publicCert: z.string().max(MAX_PEM_LENGTH).meta({ description: 'X.509 certificate' }),
    privateKey: z.string().max(MAX_PEM_LENGTH).meta({ description: 'RSA key in PKCS #1 of the certificate' }),
  })
  .meta({ id: 'DerEncodedKeyPair' })

const text = z.string().min(1).max(1024)

/** The entity ids and addresses that both sides of SAML use. */
const saml = {
  technicalContactEmail: z.string().max(512).meta({ description: 'Whom to write to about this connection' }),
  spClientId: text.meta({ description: 'Our entity id at the provider, and the audience of what it says.' }),
  acsUrl: WebUrl.meta({ description: 'Address that the provider posts its answers to' }),
  sloUrl: WebUrl.meta({ description: 'Address for single logout' }),
  idpEntityId: text.meta({ description: 'The issuer of what the provider says.' }),
}

export const SamlIdentityProviderCreate = z
  .object({
    ...identityCreate,
    ...saml,
    groupAttributeName: text
      .nullish()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    idpMetadataSource: IdpMetadataSource.meta({ description: "Where the provider's metadata comes from" }),
    signingKeypair: DerEncodedKeyPair.nullish().meta({
      description: 'Key pair that signs requests to the provider',
    }),
  })
  .meta({ id: 'SamlIdentityProviderCreate' })

/** The strongest fleet role that a provider or token may give; missing from answers of servers without this limit. */
export const MaxFleetRole = z
  .enum(fleetRoles)
  .nullable()
  .meta({ description: 'The strongest fleet role that users can have through it; null for none' })

export const SamlIdentityProviderUpdate = z
  .object({
    maxFleetRole: MaxFleetRole.optional(),
  })
  .meta({ id: 'SamlIdentityProviderUpdate' })

export const SamlIdentityProvider = z
  .object({
    ...identity,
    technicalContactEmail: z.string().meta({ description: 'Whom to write to about this connection' }),
    spClientId: z.string().meta({ description: 'Our entity ID at the provider' }),
    acsUrl: z.string().meta({ description: 'Address that the provider posts its answers to' }),
    sloUrl: z.string().meta({ description: 'Address for single logout' }),
    idpEntityId: z.string().meta({ description: "The provider's entity ID" }),
    groupAttributeName: z
      .string()
      .nullable()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    publicCert: z
      .string()
      .nullable()
      .meta({ description: 'Certificate that requests are signed with, DER in base64' }),
    maxFleetRole: MaxFleetRole.optional(),
  })
  .meta({ id: 'SamlIdentityProvider' })

const signInPath = { siloName: Name, providerName: Name }

export const identityProviders = family('silos', {
  siloIdentityProviderList: get('/v1/system/identity-providers', {
    summary: 'List the identity providers of a silo',
    description:
      'Lists the providers that users of the silo can sign in with. A silo with passwords has none.',
    needs: on('silo', 'read'),
    shows: ['saml-identity-provider'],
    columns: ['name', 'providerType', 'timeCreated', 'id', 'timeModified', 'description'],
    query: {
      silo: NameOrId.meta({
        description: 'Name or ID of the silo; required with a name, refused with an ID',
      }),
      ...paginated(NameOrIdSortMode),
    },
    response: pageOf(IdentityProvider).meta({ id: 'IdentityProviderResultsPage' }),
  }),
  samlIdentityProviderCreate: post('/v1/system/identity-providers/saml', {
    summary: 'Create SAML identity provider',
    description:
      "Only for silos that sign in with SAML. The metadata is fetched or decoded once, now. Needs the strongest fleet role that the silo's users and groups can have.",
    needs: withPowerOver('everyone', on('silo', 'modify_identities')),
    changes: ['saml-identity-provider'],
    query: {
      silo: NameOrId.meta({
        description: 'Name or ID of the silo; required with a name, refused with an ID',
      }),
    },
    body: SamlIdentityProviderCreate,
    response: SamlIdentityProvider,
  }),
  samlIdentityProviderView: get('/v1/system/identity-providers/saml/{provider}', {
    summary: 'Fetch SAML identity provider',
    description:
      'Shows the addresses and identifiers to enter at the identity provider. The private key is never shown.',
    needs: on('saml-identity-provider', 'read'),
    shows: ['saml-identity-provider'],
    query: {
      silo: NameOrId.optional().meta({
        description: 'Name or ID of the silo; required with a name, refused with an ID',
      }),
    },
    response: SamlIdentityProvider,
  }),
  samlIdentityProviderUpdate: put('/experimental/v1/system/identity-providers/saml/{provider}', {
    summary: 'Change the settings of a SAML identity provider',
    description:
      "Fields that are left out stay unchanged. Needs the strongest fleet role that the silo's users and groups can have, and the one that the provider shall give.",
    needs: withPowerOver('everyone', on('saml-identity-provider', 'modify_identities')),
    changes: ['saml-identity-provider'],
    query: {
      silo: NameOrId.optional().meta({
        description: 'Name or ID of the silo; required with a name, refused with an ID',
      }),
    },
    body: SamlIdentityProviderUpdate,
    response: SamlIdentityProvider,
  }),
  loginSamlRedirect: get('/login/{siloName}/saml/{providerName}/redirect', {
    summary: 'Redirect the browser to the identity provider',
    description: 'Redirects to the sign-in page of the identity provider with a signed SAML request.',
    needs: anyone,
    shows: [],
    params: signInPath,
    query: {
      redirectUri: z
        .string()
        .max(8192)
        .optional()
        .meta({ description: 'Path of the console to open after signing in' }),
    },
    kind: 'stream',
    status: 302,
  }),
  loginSaml: post('/login/{siloName}/saml/{providerName}', {
    summary: 'Sign in with a SAML response',
    description:
      'Receives the SAML response of the identity provider, starts a console session and redirects to the console.',
    needs: anyone,
    changes: ['silo-user', 'silo-group', 'silo-policy'],
    params: signInPath,
    kind: 'stream',
    status: 303,
    maxBody: 262_144,
  }),
})

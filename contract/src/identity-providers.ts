import { MAX_METADATA_LENGTH, MAX_PEM_LENGTH } from '@granary/domain/limits.ts'
import { fleetRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { anyone, on, withPowerOver } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
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

/** The strongest fleet role that a provider or token may give. */
export const MaxFleetRole = z
  .enum(fleetRoles)
  .nullable()
  .meta({ description: 'The strongest fleet role that users can have through it; null for none' })

const enabled = z.boolean().meta({ description: 'Whether users can sign in through it' })
const allowUnsolicited = z.boolean().meta({
  description: 'Whether the provider may start sign-ins, by answers to no request of this site',
})

export const IdentityProvider = z
  .object({
    ...identity,
    providerType: IdentityProviderType.meta({ description: 'Protocol of the provider' }),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
    maxFleetRole: extra(MaxFleetRole),
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
    allowUnsolicited: extraInput(allowUnsolicited),
  })
  .meta({ id: 'SamlIdentityProviderCreate' })

export const SamlIdentityProviderUpdate = z
  .object({
    maxFleetRole: MaxFleetRole.optional(),
    enabled: enabled.optional(),
    allowUnsolicited: allowUnsolicited.optional(),
  })
  .meta({ id: 'SamlIdentityProviderUpdate' })

export const SamlIdentityProviderMetadata = z
  .object({
    idpMetadataSource: IdpMetadataSource.meta({ description: 'Where the new metadata comes from' }),
    idpEntityId: text
      .optional()
      .meta({ description: "The provider's entity ID in the new metadata; by default the current one" }),
  })
  .meta({ id: 'SamlIdentityProviderMetadata' })

/** A sign-in that waits for the user's consent, because another user is signed in in the same browser. */
export const SamlAnswer = z
  .object({
    displayName: z.string().meta({ description: 'Name of the user who would be signed in' }),
    siloName: Name.meta({ description: "Name of the user's silo" }),
    redirectUri: z.string().meta({ description: 'Path of the page to open afterwards' }),
  })
  .meta({ id: 'SamlAnswer' })

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
    maxFleetRole: extra(MaxFleetRole),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
  })
  .meta({ id: 'SamlIdentityProvider' })

const ofSilo = {
  silo: NameOrId.optional().meta({
    description: 'Name or ID of the silo; required with a name, refused with an ID',
  }),
}
const answer = z
  .string()
  .max(64)
  .meta({ description: 'Secret of the accepted answer, from the address of the page' })
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
      "Fields that are left out stay unchanged. Disabling it signs out everyone who signed in through it and deletes their access tokens. Needs the strongest fleet role that the silo's users and groups can have, and the given one.",
    needs: withPowerOver('everyone', on('saml-identity-provider', 'modify_identities')),
    changes: ['saml-identity-provider', 'silo-user', 'device-access-token'],
    query: ofSilo,
    body: SamlIdentityProviderUpdate,
    response: SamlIdentityProvider,
  }),
  samlIdentityProviderReplaceMetadata: put(
    '/experimental/v1/system/identity-providers/saml/{provider}/metadata',
    {
      summary: 'Replace the metadata of a SAML identity provider',
      description:
        "For new keys or a new address of the provider. The metadata is fetched or decoded once, now; sessions stay. Needs the strongest fleet role that the silo's users and groups can have.",
      needs: withPowerOver('everyone', on('saml-identity-provider', 'modify_identities')),
      changes: ['saml-identity-provider'],
      query: ofSilo,
      body: SamlIdentityProviderMetadata,
      response: SamlIdentityProvider,
    },
  ),
  samlIdentityProviderDelete: del('/experimental/v1/system/identity-providers/saml/{provider}', {
    summary: 'Delete SAML identity provider',
    description:
      "Signs out everyone who signed in through it and deletes their access tokens. The users, groups and roles stay. Needs the strongest fleet role that the silo's users and groups can have.",
    needs: withPowerOver('everyone', on('saml-identity-provider', 'modify_identities')),
    changes: ['saml-identity-provider', 'silo-user', 'device-access-token'],
    query: ofSilo,
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
      'Receives the SAML response of the identity provider. Starts a console session and redirects to the console, or redirects to a request of the same browser that does.',
    needs: anyone,
    changes: ['silo-user', 'silo-group', 'silo-policy'],
    params: signInPath,
    kind: 'stream',
    status: 303,
    maxBody: 262_144,
  }),
  loginSamlFinish: get('/login/{siloName}/saml/{providerName}/finish', {
    summary: 'Start the session of an accepted SAML response',
    description:
      'Only in the browser that asked for the response. If another user is signed in there, redirects to a page that asks before it replaces their session.',
    needs: anyone,
    shows: [],
    params: signInPath,
    query: { answer },
    kind: 'stream',
    status: 303,
  }),
  loginSamlAnswerView: get('/login/{siloName}/saml/{providerName}/answer', {
    summary: 'Fetch the user of an accepted SAML response',
    description: 'Names the user whom the response would sign in, for the page that asks for consent.',
    needs: anyone,
    shows: [],
    params: signInPath,
    query: { answer },
    response: SamlAnswer,
  }),
  loginSamlConfirm: post('/login/{siloName}/saml/{providerName}/confirm', {
    summary: "Replace another user's session by that of an accepted SAML response",
    description: 'Ends the session that the browser has, and starts one of the user of the response.',
    needs: anyone,
    changes: [],
    params: signInPath,
    body: z.object({ answer }).meta({ id: 'SamlAnswerConfirm' }),
    kind: 'stream',
    status: 204,
  }),
})

import { MAX_RELAY_STATE } from '@granary/domain/limits.ts'
import { z } from 'zod'
import { anyone, on, withPowerOver } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import { Name, NameOrId, Uuid, NameOrIdSortMode, pageOf, paginated } from './scalars.ts'
import {
  IdentityProvider,
  SamlIdentityProviderCreate,
  SamlIdentityProviderUpdate,
  SamlIdentityProviderMetadata,
  SamlAnswer,
  SamlIdentityProvider,
  SamlTest,
  SamlTestCreate,
  SamlTestStart,
} from './schemas/identity-providers.ts'

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
    needsSpace: false,
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
  samlTestCreate: post('/experimental/v1/system/identity-providers/saml/{provider}/tests', {
    summary: 'Begin to test a SAML identity provider',
    description:
      'Returns an address of the provider. Signing in there shows what the provider sends and what a sign-in would do, and signs nobody in. A user has one test at a time; it ends after an hour.',
    needs: on('saml-identity-provider', 'modify_identities'),
    changes: [],
    query: ofSilo,
    body: SamlTestCreate,
    response: SamlTestStart,
  }),
  samlTestView: get('/experimental/v1/system/identity-providers/saml/{provider}/tests/{test}', {
    summary: 'Fetch the result of a test of a SAML identity provider',
    description: 'Only for the user who began the test.',
    needs: on('saml-identity-provider', 'modify_identities'),
    shows: [],
    params: { test: Uuid.meta({ description: 'ID of the test' }) },
    query: ofSilo,
    response: SamlTest,
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
        .max(MAX_RELAY_STATE)
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
    isLarge: true,
    needsSpace: false,
    meaning: 'sign_in',
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
    meaning: 'sign_in',
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
    needsSpace: false,
    meaning: 'sign_in',
    needs: anyone,
    changes: [],
    params: signInPath,
    body: z.object({ answer }).meta({ id: 'SamlAnswerConfirm' }),
    maxBody: 4096,
    kind: 'stream',
    status: 204,
  }),
})

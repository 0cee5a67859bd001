import { row, ofSilo, ofUser, NO_ID, type Rows } from './rows.ts'

const samlProvider = {
  name: 'never',
  description: '',
  technical_contact_email: '',
  sp_client_id: 'granary',
  acs_url: 'https://main.example/acs',
  slo_url: 'https://main.example/slo',
  idp_entity_id: 'idp',
  idp_metadata_source: { type: 'base64_encoded_xml', data: '' },
}

const provider = { siloName: 'main', providerName: 'keycloak' }

/** Sign-in, sessions and tokens, identity providers. */
export const signInRows = {
  loginLocal: row('public', () => ({
    path: { siloName: 'main' },
    body: { username: 'admin', password: 'secret' },
  })),
  loginSamlRedirect: row('public', () => ({ path: provider })),
  loginSaml: row('public', () => ({ path: provider })),
  loginSamlFinish: row('public', () => ({ path: provider, query: { answer: 'none' } })),
  loginSamlAnswerView: row('public', () => ({ path: provider, query: { answer: 'none' } })),
  loginSamlConfirm: row('public', () => ({ path: provider, body: { answer: 'none' } })),
  logout: row('public'),
  deviceAuthRequest: row('public', () => ({ body: { client_id: crypto.randomUUID() } })),
  deviceAuthConfirm: row('ofSomebodyElse', () => ({ body: { user_code: 'BCDF-GHJK' } })),
  deviceAuthInspect: row('ofSomebodyElse', () => ({ body: { user_code: 'BCDF-GHJK' } })),
  deviceAccessToken: row('public', () => ({
    body: { grant_type: 'none', device_code: 'none', client_id: crypto.randomUUID() },
  })),
  currentUserSecondFactorSetup: row('signedIn'),
  currentUserSecondFactorConfirm: row('signedIn', () => ({
    body: { password: 'not this one', code: '000000' },
  })),
  currentUserSecondFactorRecovery: row('signedIn', () => ({ body: { password: 'not this one' } })),
  currentUserSecondFactorRemove: row('signedIn', () => ({ body: { password: 'not this one' } })),
  siloUserSecondFactorView: ofUser('siloIdentities', ({ of }) => ({ silo: of('silo') })),
  siloUserSecondFactorReset: ofUser('siloIdentities', ({ of }) => ({ silo: of('silo') })),
  currentUserSessionList: row('signedIn'),
  currentUserSessionDelete: row('ofSomebodyElse', () => ({ path: { sessionId: NO_ID } })),
  currentUserSessionEndOthers: row('signedIn'),
  currentUserAccessTokenList: row('signedIn'),
  currentUserAccessTokenDelete: row('ofSomebodyElse', () => ({ path: { tokenId: crypto.randomUUID() } })),
  userTokenList: ofUser('userAdmin'),
  authSettingsView: row('signedIn'),
  authSettingsUpdate: row('ownSiloAdmin', () => ({ body: { device_token_max_ttl_seconds: null } })),
  siloIdentityProviderList: row('silo', ({ of }) => ({ query: { silo: of('silo') } })),
  samlIdentityProviderView: row('silo', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
  })),
  samlIdentityProviderCreate: row('siloOfOperators', ({ of }) => ({
    query: { silo: of('silo') },
    body: samlProvider,
  })),
  samlTestCreate: row('siloIdentities', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
    body: { return_path: '/silo/idps' },
  })),
  samlTestView: row('siloIdentities', ({ of, inSilo }) => ({
    path: { provider: of('provider'), test: NO_ID },
    query: inSilo,
  })),
  samlIdentityProviderUpdate: row('siloOfOperators', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
    body: {},
  })),
  samlIdentityProviderReplaceMetadata: row('siloOfOperators', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
    body: { idp_metadata_source: { type: 'base64_encoded_xml', data: '' } },
  })),
  samlIdentityProviderDelete: row('siloOfOperators', ({ of, inSilo }) => ({
    path: { provider: of('provider') },
    query: inSilo,
  })),
  scimTokenList: ofSilo('siloIdentities'),
  scimTokenCreate: ofSilo('siloOfOperators'),
  scimTokenUpdate: ofSilo('siloOfOperators', { tokenId: NO_ID }, { max_fleet_role: null }),
  scimTokenView: ofSilo('siloIdentities', { tokenId: NO_ID }),
  scimTokenDelete: ofSilo('siloIdentities', { tokenId: NO_ID }),
} satisfies Rows

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ask } from '../ask.ts'
import { makeSilo } from '../other-silo.ts'
import type { BenchServer } from '../running-server.ts'
import type { WatchedRequest } from './measure.ts'
import { get, many, post } from './requests.ts'

/** Silo whose users sign in through an identity provider. */
export const SAML_SILO = 'federated'
/** Bytes of the largest answer of an identity provider. */
const MOST = 260_000

/** Returns sign-ins, most of them with answers of an identity provider. @param saml the path of its sign-in. */
export function ofSignIn(saml: string): WatchedRequest[] {
  const xml = (name: string, text: string): WatchedRequest => ({
    name: `SAML response, ${name}`,
    method: 'POST',
    path: saml,
    type: 'application/x-www-form-urlencoded',
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(text).toString('base64'),
      RelayState: '/',
    }).toString(),
  })
  const most = MOST * 0.6
  const open = '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">'
  const attributes = many(8_000, (n) => `a${n}="1"`).join(' ')
  return [
    get('SAML redirect', `${saml}/redirect`),
    xml('nested', open + '<a>'.repeat(most / 7) + '</a>'.repeat(most / 7) + '</samlp:Response>'),
    xml('most elements', `${open}${'<a b="1"/>'.repeat(1_900)}</samlp:Response>`),
    xml('unclosed', open + '<a>'.repeat(most / 3)),
    xml('many attributes', `<a ${attributes}/>`),
    xml(
      'many namespaces',
      `<a ${many(5_000, (n) => `xmlns:n${n}="u${n}"`).join(' ')}>${'<b/>'.repeat(10_000)}</a>`,
    ),
    xml(
      'many signatures',
      `${open}${'<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"/>'.repeat(2_000)}</samlp:Response>`,
    ),
    xml(
      'entities',
      `<!DOCTYPE a [<!ENTITY b "${'c'.repeat(1_000)}">]>${open}${'&b;'.repeat(10_000)}</samlp:Response>`,
    ),
    xml('comments', `${open}${'<!-- -->'.repeat(20_000)}</samlp:Response>`),
    xml('text', 'x'.repeat(most)),
    post('sign-in, long password', '/v1/login/main/local', {
      username: 'admin',
      password: 'x'.repeat(8_000),
    }),
    post('sign-in, wrong password', '/v1/login/main/local', {
      username: 'admin',
      password: 'wrong-password',
    }),
    post('sign-in, unknown user', '/v1/login/main/local', {
      username: 'x'.repeat(63),
      password: 'wrong-password',
    }),
    {
      name: 'device token',
      method: 'POST',
      path: '/device/token',
      type: 'application/x-www-form-urlencoded',
      body: `grant_type=${'a&'.repeat(2_000)}`,
    },
  ]
}

/** Returns requests whose headers cost a parser the most. */
export function ofHeaders(): WatchedRequest[] {
  const page = get('console page, many cookies', '/projects')
  return [
    { ...page, headers: { cookie: many(1_500, (n) => `c${n}=1`).join('; ') } },
    { ...get('a long address', `/v1/instances?${'a=1&'.repeat(3_000)}`) },
    { ...get('a long token', '/v1/me'), headers: { authorization: `Bearer ${'x'.repeat(14_000)}` } },
    {
      ...get('accepted encodings', '/login/main/local'),
      headers: { 'accept-encoding': 'gzip;q=0.1,'.repeat(1_200) },
    },
    get('OpenAPI document', '/experimental/v1/openapi.json'),
  ]
}

/** Makes a silo with an identity provider, which signs its requests with the largest key. @returns the path of its sign-in. */
export async function samlSilo(server: BenchServer): Promise<string> {
  await makeSilo(server, SAML_SILO, 'saml_scim')
  const folder = mkdtempSync(join(tmpdir(), 'granary-turns-'))
  const [key, cert] = [join(folder, 'key.der'), join(folder, 'cert.der')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:4096',
      '-nodes',
      '-days',
      '9',
      '-subj',
      '/CN=localhost',
      '-keyout',
      join(folder, 'key.pem'),
      '-out',
      join(folder, 'cert.pem'),
    ],
    { stdio: 'ignore' },
  )
  execFileSync('openssl', ['x509', '-in', join(folder, 'cert.pem'), '-outform', 'DER', '-out', cert])
  execFileSync(
    'openssl',
    ['rsa', '-in', join(folder, 'key.pem'), '-traditional', '-outform', 'DER', '-out', key],
    { stdio: 'ignore' },
  )
  const der = { cert: readFileSync(cert).toString('base64'), key: readFileSync(key).toString('base64') }
  rmSync(folder, { recursive: true })
  const path = `/login/${SAML_SILO}/saml/idp`
  const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example"><IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${der.cert}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`
  await ask(server, 'POST', `/v1/system/identity-providers/saml?silo=${SAML_SILO}`, {
    name: 'idp',
    description: '',
    technical_contact_email: 'help@idp.example',
    sp_client_id: 'granary',
    acs_url: server.url + path,
    slo_url: `${server.url}/logout`,
    idp_entity_id: 'https://idp.example',
    idp_metadata_source: { type: 'base64_encoded_xml', data: Buffer.from(metadata).toString('base64') },
    signing_keypair: { public_cert: der.cert, private_key: der.key },
    group_attribute_name: 'groups',
  })
  return path
}

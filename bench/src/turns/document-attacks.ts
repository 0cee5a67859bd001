import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WatchedRequest } from './measure.ts'
import { many, post } from './requests.ts'

/** Characters of the longest certificate and key, and of a root of trust. */
const MOST = { pem: 65_000, root: 65_000 }

/** Returns uploads of certificates, keys, roots of trust and instances, as large and as odd as they may be. */
export function ofDocuments(project: string): WatchedRequest[] {
  const folder = mkdtempSync(join(tmpdir(), 'granary-turns-'))
  const pem = (bits: number) => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        `rsa:${bits}`,
        '-nodes',
        '-days',
        '9',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:*.sys.localhost',
        '-keyout',
        key,
        '-out',
        cert,
      ],
      { stdio: 'ignore' },
    )
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  }
  const [usual, huge] = [pem(4_096), pem(8_192)]
  rmSync(folder, { recursive: true })
  const certificate = (name: string, cert: string, key: string) =>
    post(`certificate, ${name}`, '/v1/certificates', {
      name: 'c',
      description: '',
      cert,
      key,
      service: 'external_api',
    })
  const root = (name: string, body: string) =>
    post(`trust root, ${name}`, '/v1/system/update/trust-roots', body)
  const keys = (count: number) =>
    Object.fromEntries(
      many(count, (n) => [
        String(n).padStart(64, '0'),
        { keytype: 'ed25519', scheme: 'ed25519', keyval: { public: 'ab'.repeat(32) } },
      ]),
    )
  const signed = {
    _type: 'root',
    spec_version: '1.0.0',
    version: 1,
    expires: '2030-01-01T00:00:00Z',
    consistent_snapshot: true,
    roles: {},
  }
  return [
    certificate('RSA 4,096', usual.cert, usual.key),
    certificate('RSA 8,192', huge.cert, huge.key),
    certificate('a long chain', usual.cert.repeat(Math.floor(MOST.pem / usual.cert.length)), usual.key),
    certificate('no PEM', '-----BEGIN CERTIFICATE-----\n'.repeat(2_300), usual.key),
    certificate(
      'a long key',
      usual.cert,
      `-----BEGIN PRIVATE KEY-----\n${'A'.repeat(60_000)}\n-----END PRIVATE KEY-----`,
    ),
    post('SSH key', '/v1/me/ssh-keys', {
      name: 'k',
      description: '',
      public_key: `ssh-rsa ${'A'.repeat(900_000)}`,
    }),
    root('nested', '['.repeat(MOST.root)),
    root(
      'many keys',
      JSON.stringify({
        signed: { ...signed, keys: keys(200) },
        signatures: many(60, (n) => ({ keyid: String(n).padStart(64, '0'), sig: 'ab'.repeat(64) })),
      }),
    ),
    ...ofInstances(project),
  ]
}

const instance = (name: string) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: 2 ** 30,
  start: false,
})

const ofInstances = (project: string): WatchedRequest[] => [
  post('user data', `/v1/instances?project=${project}`, {
    ...instance('data'),
    user_data: 'A'.repeat(43_688),
  }),
  post('an instance with the most of all', `/v1/instances?project=${project}`, {
    ...instance('most'),
    disks: many(12, (n) => ({
      type: 'create',
      name: `most-${n}`,
      description: '',
      size: 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    })),
  }),
]

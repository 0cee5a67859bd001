import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Options for the key, as in `openssl req -newkey`. */
type KeyKind = 'rsa' | 'ec' | 'ed25519'
const KEYS: Record<KeyKind, string[]> = {
  rsa: ['rsa:2048'],
  ec: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  ed25519: ['ed25519'],
}

type Wanted = {
  /** DNS names of the subject alternative name; without any, the certificate has no such extension. */
  names?: string[]
  commonName?: string
  days?: number
  usage?: 'serverAuth' | 'clientAuth' | 'anyExtendedKeyUsage'
  key?: KeyKind
}

/** Creates a self-signed certificate and its key with `openssl`, both as PEM. */
export function selfSigned({ names = [], commonName = 'test', days = 30, usage, key = 'ec' }: Wanted = {}) {
  return inFolder((folder) => {
    const extensions = [
      ...(names.length > 0 ? [`subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`] : []),
      ...(usage ? [`extendedKeyUsage=${usage}`] : []),
    ]
    const [keyPath, certPath] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const options = extensions.flatMap((extension) => ['-addext', extension])
    const made = ['-newkey', ...KEYS[key], '-subj', `/CN=${commonName}`, '-days', String(days)]
    openssl(['req', '-x509', '-nodes', ...made, ...options, '-keyout', keyPath, '-out', certPath])
    return { cert: readFileSync(certPath, 'utf8'), key: readFileSync(keyPath, 'utf8') }
  })
}

/** Converts a private key to the older form of its kind, or encrypts it. */
export const convertKey = (key: string, form: 'traditional' | 'encrypted'): string =>
  form === 'traditional'
    ? openssl(['pkey', '-traditional'], key)
    : openssl(['pkcs8', '-topk8', '-passout', 'pass:secret'], key)

const openssl = (args: string[], input = ''): string =>
  execFileSync('openssl', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })

function inFolder<Result>(work: (folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'granary-certificate-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

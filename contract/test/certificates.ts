import { execFileSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Options for the key, as in `openssl req -newkey`. */
type KeyKind = 'rsa' | 'rsa1024' | 'ec' | 'p521' | 'ed25519'
const KEYS: Record<KeyKind, string[]> = {
  rsa: ['rsa:2048'],
  rsa1024: ['rsa:1024'],
  p521: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'],
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

type Authority = { cert: string; key: string }

/**
 * Creates a certificate that another one has issued, or a root. An authority lives longer than a leaf: with equal days, the second in which
 * each is made would decide which one ends first.
 */
export function issued(
  commonName: string,
  issuer: Authority | null,
  { names = [], days = names.length > 0 ? 30 : 60 }: { names?: string[]; days?: number } = {},
): Authority {
  return inFolder((folder) => {
    const file = (name: string) => join(folder, name)
    const isLeaf = names.length > 0
    const extensions = [
      `basicConstraints=critical,CA:${isLeaf ? 'FALSE' : 'TRUE'}`,
      'subjectKeyIdentifier=hash',
      ...(isLeaf ? [`subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`] : []),
    ]
    writeFileSync(file('extensions'), extensions.join('\n'))
    const key = ['-newkey', ...KEYS.ec, '-nodes', '-keyout', file('key'), '-subj', `/CN=${commonName}`]
    openssl(['req', '-new', ...key, '-out', file('request')])
    if (issuer) {
      writeFileSync(file('issuer'), issuer.cert)
      writeFileSync(file('issuer-key'), issuer.key)
    }
    const by = issuer
      ? ['-CA', file('issuer'), '-CAkey', file('issuer-key'), '-CAcreateserial']
      : ['-signkey', file('key')]
    const more = ['-days', String(days), '-extfile', file('extensions'), '-out', file('cert')]
    openssl(['x509', '-req', '-in', file('request'), ...by, ...more])
    return { cert: readFileSync(file('cert'), 'utf8'), key: readFileSync(file('key'), 'utf8') }
  })
}

/**
 * Creates an RSA key of any size, and a certificate for it that another key has signed. Its numbers are random, so it signs nothing, but
 * it takes as long to try.
 */
export function largeKey(bits: number): Authority {
  const number = (count: number) => {
    const bytes = randomBytes(count)
    bytes[0]! |= 0x80
    bytes[count - 1]! |= 1
    return der(0x02, Buffer.concat([Buffer.alloc(1), bytes]))
  }
  const [whole, half] = [bits / 8, bits / 16]
  const exponent = der(0x02, Buffer.from([1, 0, 1]))
  const numbers = [number(whole), exponent, number(whole), ...Array.from({ length: 5 }, () => number(half))]
  const key = createPrivateKey({
    key: der(0x30, Buffer.concat([der(0x02, Buffer.alloc(1)), ...numbers])),
    format: 'der',
    type: 'pkcs1',
  })
  const signer = selfSigned()
  return inFolder((folder) => {
    const [cert, signingKey, publicKey] = ['cert', 'key', 'public'].map((name) => join(folder, name))
    writeFileSync(cert!, signer.cert)
    writeFileSync(signingKey!, signer.key)
    writeFileSync(publicKey!, createPublicKey(key).export({ type: 'spki', format: 'pem' }))
    const by = ['-CA', cert!, '-CAkey', signingKey!, '-subj', '/CN=large', '-days', '30']
    return {
      cert: openssl(['x509', '-new', '-force_pubkey', publicKey!, ...by]),
      key: key.export({ type: 'pkcs1', format: 'pem' }) as string,
    }
  })
}

/** Writes an element of DER with a length of up to 65,535 bytes. */
function der(tag: number, content: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content])
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

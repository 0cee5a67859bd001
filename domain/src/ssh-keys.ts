import { base64 } from '@scure/base'
import { bitLength, rsaProblem } from './key-sizes.ts'

/** Maximum length of a public key with its comment, in characters. */
export const SSH_KEY_MAX_LENGTH = 1023

/** A parsed OpenSSH public key: `ssh-ed25519 AAAA… robin@fenwick`. */
export type SshPublicKey = {
  /** Type, as written in the key: `ssh-ed25519`. */
  type: string
  /** Display name of the algorithm: `ED25519`. */
  algorithm: string
  /** Key size in bits; for a curve, the size of its field. */
  bits: number
  /** Comment, or empty. */
  comment: string
  /** The key blob, which the fingerprint is computed from (RFC 4253, section 6.6). */
  blob: Uint8Array
}

/**
 * For each type: the number of fields after the type in the blob, and the key size in bits, or null if the key is
 * broken.
 */
type Kind = { algorithm: string; fields: number; bits: (fields: Uint8Array[]) => number | null }

const ed25519 = (algorithm: string, fields: number): Kind => ({
  algorithm,
  fields,
  bits: ([key]) => (key?.length === 32 ? 256 : null),
})
const ecdsa = (algorithm: string, curve: string, bits: number, fields: number): Kind => ({
  algorithm,
  fields,
  bits: ([name, point]) =>
    name && ascii(name) === curve && point?.length === 2 * Math.ceil(bits / 8) + 1 && point[0] === 4
      ? bits
      : null,
})

const KINDS: Record<string, Kind> = {
  'ssh-ed25519': ed25519('ED25519', 1),
  'sk-ssh-ed25519@openssh.com': ed25519('ED25519-SK', 2),
  'ecdsa-sha2-nistp256': ecdsa('ECDSA', 'nistp256', 256, 2),
  'ecdsa-sha2-nistp384': ecdsa('ECDSA', 'nistp384', 384, 2),
  'ecdsa-sha2-nistp521': ecdsa('ECDSA', 'nistp521', 521, 2),
  'sk-ecdsa-sha2-nistp256@openssh.com': ecdsa('ECDSA-SK', 'nistp256', 256, 3),
  'ssh-rsa': {
    algorithm: 'RSA',
    fields: 2,
    bits: ([exponent, modulus]) => (exponent?.length ? bitLength(modulus!) || null : null),
  },
}
const TYPES = Object.keys(KINDS)

/**
 * Returns what is wrong with an SSH public key, or null. An instance starts with any text as a key, but then nobody can
 * sign in to it.
 */
export function sshKeyProblem(text: string): string | null {
  const result = read(text.trim())
  return typeof result === 'string' ? result : null
}

/** Parses a public key, or returns null where `sshKeyProblem` reports a problem. */
export function readSshKey(text: string): SshPublicKey | null {
  const result = read(text.trim())
  return typeof result === 'string' ? null : result
}

/**
 * Returns the key in a text as tools print it: in a line of authorized_keys with options, broken into lines by a terminal, or in the
 * format of RFC 4716, which PuTTYgen writes. Returns the trimmed text where that finds no key.
 */
export function pastedSshKey(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const candidates = [onlyKeyIn(lines.join('')), onlyKeyIn(lines.join(' ')), fromRfc4716(lines)]
  return candidates.find((key) => key !== undefined && readSshKey(key)) ?? text.trim()
}

/** Returns a line from its only key on: options, which may have spaces in quotes, come before it. */
function onlyKeyIn(line: string): string | undefined {
  const bare = line.replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => '"'.repeat(quoted.length))
  const [first, ...others] = bare.matchAll(/(?<!\S)(?:sk-)?(?:ssh|ecdsa)-[\w@.-]+\s+AAAA/g)
  return first && others.length === 0 ? line.slice(first.index) : undefined
}

function fromRfc4716([first = '', ...lines]: readonly string[]): string | undefined {
  if (!first.startsWith('---- BEGIN SSH2')) return undefined
  const comment = lines.find((line) => /^comment:/i.test(line))?.replace(/^comment:\s*|"/gi, '') ?? ''
  const data = lines.filter((line) => !/[:\\]|^----/.test(line)).join('')
  const [type] = fieldsOf(decode(data) ?? new Uint8Array()) ?? []
  return type && `${ascii(type)} ${data} ${comment}`.trim()
}

/** Returns the key, or what is wrong with it. */
function read(text: string): SshPublicKey | string {
  const [type = '', data = ''] = text.split(/[ \t]+/)
  const problem = formProblem(text, type)
  if (problem) return problem
  if (data === '') return `Must have the key itself after ${type}`
  const blob = decode(data)
  const [inside, ...fields] = (blob && fieldsOf(blob)) ?? []
  if (!blob || !inside) return 'The key is damaged: it may have been cut off or broken into lines'
  if (ascii(inside) !== type) return `The key is not of the type that stands before it, ${type}`
  const { algorithm, fields: count, bits: bitsIn } = KINDS[type]!
  const bits = fields.length === count ? bitsIn(fields) : null
  if (bits === null) return 'The key is damaged: it may have been cut off or broken into lines'
  const size = type === 'ssh-rsa' ? rsaProblem({ bits, exponentBits: bitLength(fields[0]!) }) : null
  if (size) return `The key ${size}`
  return { type, algorithm, bits, comment: text.slice(text.indexOf(data) + data.length).trim(), blob }
}

/** Returns what is wrong with the text around the key, or null. Each check catches a common pasting mistake. */
function formProblem(text: string, type: string): string | null {
  if (text === '') return 'Public key is required'
  if (/-----BEGIN [A-Z ]*PRIVATE KEY|^PuTTY-User-Key-File/.test(text))
    return 'This is a private key: keep it to yourself, and give the public one, which ends in .pub'
  if (text.startsWith('---- BEGIN SSH2') || text.startsWith('-----BEGIN'))
    return 'Must be in the format of OpenSSH, which ssh-keygen -i converts other formats to'
  if (text.length > SSH_KEY_MAX_LENGTH) return `Must be ${SSH_KEY_MAX_LENGTH} characters or fewer`
  if (/[\r\n]/.test(text)) return 'Must be one key on one line'
  if (/\p{Cc}/u.test(text.replaceAll('\t', ' '))) return 'Must not contain control characters'
  if (TYPES.includes(type)) return null
  if (type === 'ssh-dss') return 'DSA keys are too weak: SSH servers do not accept them any more'
  if (type.includes('-cert-v01@')) return 'Must be a key, not a certificate'
  return TYPES.some((known) => text.includes(`${known} `))
    ? 'Must begin with the type of the key, without anything before it'
    : `Must begin with the type of the key: ${TYPES.join(', ')}`
}

function decode(data: string): Uint8Array | null {
  try {
    return base64.decode(data)
  } catch {
    return null
  }
}

/** Splits a blob into fields, each prefixed by its length in four bytes; null if they don't fill the blob exactly. */
function fieldsOf(blob: Uint8Array): Uint8Array[] | null {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  const fields: Uint8Array[] = []
  let at = 0
  while (at + 4 <= blob.length) {
    const end = at + 4 + view.getUint32(at)
    if (end > blob.length) return null
    fields.push(blob.subarray(at + 4, end))
    at = end
  }
  return at === blob.length ? fields : null
}

const ascii = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

import { base64 } from '@scure/base'

/** Longest public key with its comment, in characters. */
export const SSH_KEY_MAX_LENGTH = 1023
/** OpenSSH accepts no RSA key of fewer bits. */
const MIN_RSA_BITS = 1024

/** A public key in the format of OpenSSH, read: `ssh-ed25519 AAAA… robin@fenwick`. */
export type SshPublicKey = {
  /** As it stands in the key: `ssh-ed25519`. */
  type: string
  /** What people call it: `ED25519`. */
  algorithm: string
  /** Size of the key in bits; of a curve, the size of its field. */
  bits: number
  /** Whose or what for, or empty. */
  comment: string
  /** The key itself: what its fingerprint is made of (RFC 4253, section 6.6). */
  blob: Uint8Array
}

/** What is after the type in the blob: how many fields there must be, and how many bits the key has, or null if it is broken. */
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
    bits: ([exponent, modulus]) => (exponent?.length ? bitsOf(modulus!) : null),
  },
}
const TYPES = Object.keys(KINDS)

/**
 * What is wrong with an SSH public key, or null. An instance would start with any text for a key, and nobody could sign
 * in to it.
 */
export function sshKeyProblem(text: string): string | null {
  const result = read(text.trim())
  return typeof result === 'string' ? result : null
}

/** A public key, or null where `sshKeyProblem` has something to say. */
export function readSshKey(text: string): SshPublicKey | null {
  const result = read(text.trim())
  return typeof result === 'string' ? null : result
}

/** The key, or what is wrong with it. */
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
  if (type === 'ssh-rsa' && bits < MIN_RSA_BITS)
    return `An RSA key must have at least ${MIN_RSA_BITS} bits, this one has ${bits}`
  return { type, algorithm, bits, comment: text.slice(text.indexOf(data) + data.length).trim(), blob }
}

/** What is wrong with the text around the key, or null. Each of these is something that people do paste. */
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

/** The fields of a blob, each behind its length in four bytes; null if they do not fill it exactly. */
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

/** Bits of a number, most significant byte first, with the zero in front that says it is not negative. */
function bitsOf(number: Uint8Array): number | null {
  const first = number.findIndex((byte) => byte !== 0)
  return first < 0 ? null : (number.length - first - 1) * 8 + (32 - Math.clz32(number[first]!))
}

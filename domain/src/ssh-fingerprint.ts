import { sha256 } from '@noble/hashes/sha2.js'
import { base64nopad } from '@scure/base'
import type { SshPublicKey } from './ssh-keys.ts'

/** Returns the fingerprint of a key as `ssh-keygen -l` prints it: `SHA256:` and 43 characters. */
export const sshFingerprint = ({ blob }: Pick<SshPublicKey, 'blob'>): string =>
  `SHA256:${base64nopad.encode(sha256(blob))}`

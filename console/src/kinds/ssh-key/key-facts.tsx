import { sshFingerprint } from '@granary/domain/ssh-fingerprint.ts'
import { readSshKey } from '@granary/domain/ssh-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { MiddleTruncatedText } from '../../ui/format/middle-truncated-text.tsx'
import { Missing } from '../../ui/format/missing.tsx'

/** Formats the type of a key: `ED25519`, `RSA 2048`. Omits a size that follows from the type. */
const kindOf = ({ algorithm, bits }: { algorithm: string; bits: number }): string =>
  algorithm.startsWith('ED25519') ? algorithm : `${algorithm} ${bits}`

/** Shows type and fingerprint of a key, or a dash for an old key that can't be parsed. */
export function KeyFacts({ publicKey, maxWidth }: { publicKey: string; maxWidth?: string }) {
  const key = readSshKey(publicKey)
  if (!key) return <Missing />
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2 align-middle">
      <Badge color="neutral">{kindOf(key)}</Badge>
      <MiddleTruncatedText text={sshFingerprint(key)} maxWidth={maxWidth} className="font-mono text-xs" />
    </span>
  )
}

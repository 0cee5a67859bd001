import { sshFingerprint } from '@granary/domain/ssh-fingerprint.ts'
import { readSshKey } from '@granary/domain/ssh-keys.ts'
import { Badge } from '../../ui/badge.tsx'
import { MiddleTruncatedText } from '../../ui/format/truncated-text.tsx'
import { Missing } from '../../ui/format/missing.tsx'

/** What kind of key it is: `ED25519`, `RSA 2048`. A size that follows from the kind is not said. */
const kindOf = ({ algorithm, bits }: { algorithm: string; bits: number }): string =>
  algorithm.startsWith('ED25519') ? algorithm : `${algorithm} ${bits}`

/** Kind and fingerprint, by which people tell keys apart; a dash for a key of old that cannot be read. */
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

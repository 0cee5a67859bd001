import { nowDate } from '../time/clock.ts'
import { type CertificateFacts, chainWarnings, nameCovers } from '@granary/domain/certificates.ts'
import { tlsKeyProblem } from '@granary/domain/key-sizes.ts'
import { dateAndTime } from '@granary/domain/time.ts'
import { useState } from 'react'
import { Badge } from './badge.tsx'
import { DateTime } from './format/date-time.tsx'
import { Missing } from './format/missing.tsx'
import { TruncatedText } from './format/truncated-text.tsx'
import { MessageBox } from './message-box.tsx'
import { PropertiesTable, Property } from './page/properties-table.tsx'

type CertificatePreviewProps = {
  /** The chain of the file, the server's certificate first. */
  chain: readonly CertificateFacts[]
  /** The expected host, where it is known. */
  host?: string | null
  now?: Date
}

/** Milliseconds before its end in which a certificate is marked as expiring soon. */
const EXPIRES_SOON_MS = 30 * 86_400_000

/** Shows the content of a certificate, and the problems of using it. */
export function CertificatePreview({ chain, host = null, now: given }: CertificatePreviewProps) {
  const [opened] = useState(() => nowDate())
  const now = given ?? opened
  const [leaf] = chain
  if (!leaf) return null
  const isExpired = leaf.notAfter <= now
  const endsSoon = !isExpired && leaf.notAfter.getTime() - now.getTime() < EXPIRES_SOON_MS
  const isForHost = host === null || leaf.names.some((name) => nameCovers(name, host))
  const keyIs = tlsKeyProblem(leaf.key)
  const warnings = chainWarnings(chain)
  return (
    <div className="flex flex-col gap-2">
      <PropertiesTable>
        <Property label="Subject">
          <TruncatedText text={leaf.subject} />
        </Property>
        <Property label="Names">
          {leaf.names.length > 0 ? <Names names={leaf.names} /> : <Missing />}
        </Property>
        <Property label="Issuer">
          {leaf.issuer === leaf.subject ? (
            <Badge color="neutral">self-signed</Badge>
          ) : (
            <TruncatedText text={leaf.issuer} />
          )}
        </Property>
        <Property label="Valid until">
          <span className="flex items-center gap-2">
            <DateTime date={leaf.notAfter} />
            {isExpired && <Badge color="danger">expired</Badge>}
            {endsSoon && <Badge color="notice">ends soon</Badge>}
          </span>
        </Property>
        {chain.length > 1 && <Property label="Chain">{chain.length} certificates</Property>}
      </PropertiesTable>
      {isExpired && (
        <MessageBox variant="notice" title="Certificate expired">
          It was valid until {dateAndTime(leaf.notAfter).date}. Browsers refuse it.
        </MessageBox>
      )}
      {keyIs && <MessageBox title="Key not accepted">The key of the certificate {keyIs}.</MessageBox>}
      {warnings.length > 0 && (
        <MessageBox variant="notice" title="Some clients may refuse this certificate">
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </MessageBox>
      )}
      {!isForHost && (
        <MessageBox title="Certificate domain mismatch">
          The silo will be at <code className="font-mono">{host}</code>, and the certificate is for{' '}
          {leaf.names.length > 0 ? leaf.names.join(', ') : 'no host'}.
        </MessageBox>
      )}
    </div>
  )
}

const MAX_SHOWN = 4

const Names = ({ names }: { names: readonly string[] }) => (
  <ul className="py-0.5">
    {names.slice(0, MAX_SHOWN).map((name) => (
      <li key={name} className="truncate font-mono text-xs leading-5">
        {name}
      </li>
    ))}
    {names.length > MAX_SHOWN && (
      <li className="text-xs text-text-muted">and {names.length - MAX_SHOWN} more</li>
    )}
  </ul>
)

import type { Finding } from '@granary/domain/cloud-init/finding.ts'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { LEVELS } from './levels.tsx'

type FindingsListProps = {
  findings: readonly Finding[]
  /** Shown when there are none. */
  good: ReactNode
  /** Shows the place of a finding; without it, the list has no buttons. */
  onGo?: (line: number, column: number) => void
}

/** What is wrong with user data, by line. Its number of findings is announced; the findings follow the field. */
export function FindingsList({ findings, good, onGo }: FindingsListProps) {
  return (
    <div className="mt-1.5 text-sm">
      <p role="status" className={findings.length > 0 ? 'sr-only' : 'flex min-h-5 gap-1.5 text-text-muted'}>
        {findings.length > 0 &&
          `User data has ${findings.length} ${findings.length === 1 ? 'note' : 'notes'}`}
        {findings.length === 0 && good && (
          <>
            <Check className="mt-0.5 size-4 shrink-0 text-positive" aria-hidden />
            {good}
          </>
        )}
      </p>
      {findings.length > 0 && (
        <ul className="flex max-h-48 flex-col gap-1 overflow-y-auto p-0.5" aria-label="Notes on user data">
          {findings.map((finding) => (
            <li key={`${finding.line} ${finding.column} ${finding.message}`} className="flex gap-1.5">
              {LEVELS[finding.level].icon}
              <span className="min-w-0 wrap-anywhere">
                <span className="sr-only">{LEVELS[finding.level].name}: </span>
                <Place finding={finding} onGo={onGo} /> {finding.message.replace(/[^?]$/, '$&.')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Place({ finding: { line, column }, onGo }: { finding: Finding } & Pick<FindingsListProps, 'onGo'>) {
  const place = `Line ${line}, column ${column}:`
  if (!onGo) return <span className="tabular-nums">{place}</span>
  return (
    <button
      type="button"
      className="rounded text-accent tabular-nums underline"
      onClick={() => onGo(line, column)}
    >
      {place}
    </button>
  )
}

import { fullNumber } from '@granary/domain/numbers.ts'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { type Attempt, ResultBadge } from '../badges.tsx'
import { CodeBlock } from '../code-block.tsx'

/** How an attempt ended, and what the other side said. */
export function AttemptFacts({ attempt }: { attempt: Attempt }) {
  const { result, response, problem, timeSent } = attempt
  return (
    <div className="text-sm">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ResultBadge result={result} />
        {response && (
          <span className="tabular-nums">
            Status {response.status} <span className="text-text-muted">after</span>{' '}
            {fullNumber(response.durationMs)} <span className="text-text-muted">ms</span>
          </span>
        )}
        <span className="ml-auto">
          <DateTime date={timeSent} />
        </span>
      </div>
      {problem && <p className="mt-1 wrap-anywhere">{problem}</p>}
      {response?.excerpt && <CodeBlock title="Answer" code={response.excerpt} />}
    </div>
  )
}

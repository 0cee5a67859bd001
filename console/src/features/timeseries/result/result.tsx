import { Suspense } from 'react'
import { ApiError, messageOf } from '../../../api/errors.ts'
import { isTooMuch } from '../../../kinds/metrics/too-much.ts'
import { Button } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { EmptyState, ErrorState } from '../../../ui/page/empty-state.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Answer } from '../answer-query.ts'
import type { AnswerViewProps } from './answer-view.tsx'
import { pointCount } from './points.ts'

const AnswerView = lazyPart(async () => ({ default: (await import('./answer-view.tsx')).AnswerView }))

type ResultProps = Omit<AnswerViewProps, 'tables'> & {
  data: Answer | undefined
  error: Error | null
  isFetching: boolean
  onRun: () => void
}

/** The answer to a query, or why there is none. */
export function Result({ data, error, isFetching, onRun, ...view }: ResultProps) {
  if (error && !isFetching) return <Refused error={error} onRun={onRun} />
  if (!data) return isFetching ? <Running /> : <Cancelled onRun={onRun} />
  const tables = data.tables.filter((table) => pointCount(table) > 0)
  if (tables.length === 0)
    return (
      <EmptyState
        title="No data"
        body="No series has points for this query. Choose a longer period or fewer conditions."
      />
    )
  return (
    <Suspense fallback={<Running />}>
      <AnswerView tables={tables} {...view} />
    </Suspense>
  )
}

const Running = () => (
  <p role="status" className="flex items-center justify-center gap-2 py-16 text-sm text-text-muted">
    <Spinner />
    Running the query
  </p>
)

const Cancelled = ({ onRun }: { onRun: () => void }) => (
  <EmptyState
    title="Query cancelled"
    body="You cancelled the query before its answer arrived."
    action={<RunAgain onRun={onRun} />}
  />
)

const RunAgain = ({ onRun }: { onRun: () => void }) => (
  <Button variant="secondary" size="sm" onPress={onRun}>
    Run again
  </Button>
)

function Refused({ error, onRun }: { error: Error; onRun: () => void }) {
  const message = messageOf(error)
  return (
    <ErrorState
      title={isTooMuch(error) ? 'Too many points' : 'The query failed'}
      message={message}
      requestId={error instanceof ApiError ? error.requestId : undefined}
      action={<RunAgain onRun={onRun} />}
    />
  )
}

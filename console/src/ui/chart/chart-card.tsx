import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { ActionsMenu } from '../menu/actions-menu.tsx'
import type { MenuEntry } from '../menu/entries.ts'
import { RequestId } from '../page/empty-state.tsx'
import { CHART_HEIGHT, Chart } from './chart.tsx'
import { ChartMessage, ChartSkeleton } from './chart-faces.tsx'
import { ChartTable } from './chart-table.tsx'
import { type ChartData, hasValues, largestOf, type Period } from './lines.ts'
import { scaleFor, type UnitKind } from './units.ts'

/** The data of a card, or why there is none. */
export type ChartState = { data: ChartData | undefined; error: Error | null }

type Failure = { title: string; body: string }

type ChartCardProps = ChartState & {
  title: string
  unit: UnitKind
  description?: ReactNode
  period: Period
  /** Why a period may have no data, as a sentence. */
  emptyReason?: string
  /** Shown in place of the general words about an error. */
  failure?: Failure | undefined
  /** Reads the data again after an error that this may fix. */
  onRetry?: (() => void) | undefined
  /** Further entries of the card's menu. */
  entries?: MenuEntry[]
}

const FAILURE: Failure = {
  title: 'Something went wrong',
  body: 'Please try again. If the problem persists, contact your administrator.',
}

/** A chart with its heading and menu, or the reason why it is missing. Its failure leaves the rest of the page. */
export function ChartCard({ title, unit, description, entries = [], ...rest }: ChartCardProps) {
  const [isTable, setTable] = useState(false)
  const { data, error } = rest
  const isDrawn = data !== undefined && hasValues(data)
  const scale = scaleFor(unit, data ? largestOf(data.lines) : 0)
  const view: MenuEntry = {
    label: 'Show as table',
    checked: isTable,
    reads: true,
    onAction: () => setTable(!isTable),
    ...(!isDrawn && { disabledReason: error ? 'The chart failed to load' : 'There are no points' }),
  }
  return (
    <section className="min-w-0 rounded-md border border-border bg-surface-raised">
      <header className="flex items-start gap-2 px-4 pt-3">
        <div className="min-w-0 grow">
          <h2 className="font-semibold">
            {title} <span className="font-normal text-text-muted">{scale.label}</span>
          </h2>
          {description && <p className="mt-0.5 text-sm text-text-muted empty:hidden">{description}</p>}
        </div>
        <ActionsMenu label={`${title} actions`} entries={[view, ...entries]} />
      </header>
      <div className="px-4 pt-2 pb-3">
        <Body {...rest} title={title} unit={unit} isTable={isTable} />
      </div>
    </section>
  )
}

type BodyProps = Omit<ChartCardProps, 'description' | 'entries'> & { isTable: boolean }

function Body(props: BodyProps) {
  const { title, unit, data, error, period, emptyReason, failure, onRetry, isTable } = props
  const height = CHART_HEIGHT
  if (error && !data)
    return (
      <ChartMessage height={height} {...(failure ?? FAILURE)} isError>
        {!failure && <Reason error={error} onRetry={onRetry} />}
      </ChartMessage>
    )
  if (!data) return <ChartSkeleton height={height} />
  if (!hasValues(data))
    return (
      <ChartMessage
        height={height}
        title="No data"
        body={emptyReason ?? 'There is no data for this period.'}
      />
    )
  if (isTable)
    return (
      <ChartTable title={title} data={data} scale={scaleFor(unit, largestOf(data.lines))} height={height} />
    )
  return <Chart title={title} unit={unit} data={data} period={period} height={height} />
}

/** Why the data failed to load, with the request for admins who read the logs. */
const Reason = ({ error, onRetry }: { error: Error } & Pick<ChartCardProps, 'onRetry'>) => (
  <>
    <p className="mt-2 max-w-md text-sm text-balance wrap-anywhere">{error.message}</p>
    <RequestId
      id={'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined}
    />
    {onRetry && (
      <Button variant="secondary" size="sm" className="mt-3" onPress={onRetry}>
        Try again
      </Button>
    )}
  </>
)

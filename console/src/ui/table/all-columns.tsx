import { type Column, rankOf } from './columns.ts'

/** The steps of `fit.ts` in which columns give way, and which of them do. */
const STEPS: readonly [step: string, ranks: readonly unknown[]][] = [
  ['few', ['first']],
  ['fewer', ['first', 'second']],
]
const LABEL = 'Show all columns'

type AllColumnsProps<Row extends object> = {
  columns: readonly Column<Row>[]
  shown: boolean
  onChange: (shown: boolean) => void
}

/** A button with the number of columns that have no room. The style sheet shows it only where there are any. */
export const AllColumns = <Row extends object>({ columns, shown, onChange }: AllColumnsProps<Row>) => (
  <button
    type="button"
    className="all-columns rounded px-1 hover:bg-surface-hover hover:text-text"
    aria-label={LABEL}
    title={LABEL}
    aria-pressed={shown}
    onClick={() => onChange(!shown)}
  >
    {STEPS.map(([step, ranks]) => {
      const count = columns.filter((column) => ranks.includes(rankOf(column, columns))).length
      return (
        count > 0 && (
          <span key={step} data-after={step}>
            {shown ? '−' : `+${count}`}
          </span>
        )
      )
    })}
  </button>
)

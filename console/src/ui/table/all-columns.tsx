import type { Column } from './columns.ts'

const WIDTHS = ['medium', 'narrow']
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
    {WIDTHS.map((width) => {
      const count = columns.filter(({ meta }) => meta?.hideIn === width).length
      return (
        count > 0 && (
          <span key={width} data-in={width}>
            {shown ? '−' : `+${count}`}
          </span>
        )
      )
    })}
  </button>
)

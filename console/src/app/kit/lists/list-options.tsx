import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { IconButton } from '../../../ui/button.tsx'
import { importPart } from '../../../ui/lazy-part.ts'
import { Menu } from '../../../ui/menu/menu.tsx'
import type { Column } from '../../../ui/table/columns.ts'

const loadExport = importPart(() => import('./export-csv.ts'))

type ListOptionsProps<Row extends object> = {
  title: string
  columns: readonly Column<Row>[]
  hidden: readonly string[]
  onHide: (hidden: readonly string[]) => void
  /** Reads rows of all pages, up to a number. */
  readUpTo: (max: number) => Promise<{ rows: Row[]; isWhole: boolean }>
}

/** The menu of a list: which columns it shows, and the export. */
export function ListOptions<Row extends object>(props: ListOptionsProps<Row>) {
  const { title, columns, hidden, onHide, readUpTo } = props
  const toggle = (id: string) =>
    onHide(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
  // The first column names the row. A heading that is not text has a tip, and its ID is its name.
  const choices = columns.slice(1).filter(({ meta }) => meta?.kind !== 'actions')
  return (
    <Menu
      label="List options"
      trigger={
        <IconButton label="List options">
          <SlidersHorizontal className="size-4" aria-hidden />
        </IconButton>
      }
      entries={[
        ...choices.map(({ id, header }) => ({
          label: typeof header === 'string' ? header : id,
          checked: !hidden.includes(id),
          onAction: () => toggle(id),
        })),
        'separator' as const,
        {
          label: 'Export as CSV',
          reads: true,
          onAction: () => void loadExport().then(({ exportCsv }) => exportCsv(title, columns, readUpTo)),
        },
      ]}
    />
  )
}

import HardDrive from 'lucide-react/icons/hard-drive'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { diskColumns } from '../../../kinds/disk/columns.tsx'
import { ReadOnlyBadge } from '../../../kinds/disk/type-badge.tsx'
import type { Disk } from './use-disk-actions.tsx'

const DiskDetails = lazyPart(() => import('../../../kinds/disk/disk-details.tsx'))

const column = columnsOf<Disk>()
const columnsIn = (project: string, open: (disk: Disk) => void, menu: (disk: Disk) => ReactNode) => [
  column.accessor('name', {
    header: 'Disk',
    cell: ({ row: { original: disk } }) => (
      <span className="flex min-w-0 items-center gap-2">
        <button
          type="button"
          className="max-w-full rounded font-medium hover:text-accent hover:underline"
          onClick={() => open(disk)}
        >
          <TruncatedText text={disk.name} maxWidth="16rem" />
        </button>
        <ReadOnlyBadge of={disk} />
      </span>
    ),
  }),
  ...diskColumns(project),
  column.actions(menu),
]

type DiskTableProps = {
  label: string
  project: string
  disks: readonly Disk[]
  /** Must be stable: a new reference renders every row again. */
  menu: (disk: Disk) => ReactNode
  empty: { title: string; body: ReactNode }
}

/** A table of disks of an instance. Each opens its details in place. */
export function DiskTable({ label, project, disks, menu, empty }: DiskTableProps) {
  const [shown, setShown] = useState<string | null>(null)
  const columns = useMemo(() => columnsIn(project, (disk) => setShown(disk.id), menu), [project, menu])
  // The current row, undefined once deleted, so that the panel follows pushed changes.
  const open = disks.find(({ id }) => id === shown)
  return (
    <>
      <DataTable
        label={label}
        columns={columns}
        rows={disks}
        rowId={(disk) => disk.id}
        empty={<EmptyState icon={<HardDrive />} {...empty} />}
      />
      {open && (
        <Suspense fallback={null}>
          <DiskDetails disk={open} project={project} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

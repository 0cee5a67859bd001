import HardDrive from 'lucide-react/icons/hard-drive'
import { type DiskStateName, diskStates } from '@granary/domain/disk-states.ts'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { FilterInput } from '../fields/filter-input.tsx'
import { ByteSize } from '../format/byte-size.tsx'
import { DateTime } from '../format/date-time.tsx'
import { described } from '../table/description.tsx'
import { Id } from '../format/id.tsx'
import { ActionsMenu } from '../menu/actions-menu.tsx'
import { Card } from '../page/card.tsx'
import { EmptyState, ErrorState } from '../page/empty-state.tsx'
import { Toolbar } from '../page/page-header.tsx'
import { QueryTabs } from '../query-tabs.tsx'
import { DiskStateBadge } from '../state-badge.tsx'
import { columnsOf } from '../table/columns.ts'
import { DataTable } from '../table/data-table.tsx'
import { DensitySwitch } from '../table/density-switch.tsx'
import { NameAnchor } from '../table/name-anchor.tsx'
import { Pagination } from '../table/pagination.tsx'
import { Section } from './section.tsx'

type Disk = {
  id: string
  name: string
  description: string
  state: DiskStateName
  size: number
  created: Date
}

const disk = (index: number): Disk => ({
  id: `3aeb7f0e-5b1c-4b2e-9d0a-${String(index).padStart(12, '0')}`,
  name: index % 9 === 4 ? `disk-${index}-${'very-long-'.repeat(5)}name` : `disk-${index}`,
  description:
    index % 3 === 0 ? '' : `What disk ${index} is for${index % 5 === 0 ? ', at length'.repeat(20) : ''}`,
  state: diskStates[index % diskStates.length]!,
  size: (index + 1) * 2 ** 30,
  created: new Date(1_700_000_000_000 + index * 86_400_000),
})
const FEW = Array.from({ length: 12 }, (_, index) => disk(index))
const MANY = Array.from({ length: 10_000 }, (_, index) => disk(index))

const column = columnsOf<Disk>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => <NameAnchor href={`#${getValue()}`}>{getValue()}</NameAnchor>,
  }),
  column.accessor('description', described),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue }) => <DiskStateBadge state={getValue()} />,
  }),
  column.accessor('size', {
    header: 'size',
    meta: { align: 'end' },
    cell: ({ getValue }) => <ByteSize bytes={getValue()} />,
  }),
  column.accessor('id', { header: 'ID', cell: ({ getValue }) => <Id id={getValue()} /> }),
  column.accessor('created', { header: 'created', cell: ({ getValue }) => <DateTime date={getValue()} /> }),
  column.actions((row) => (
    <ActionsMenu
      id={row.id}
      entries={[
        { label: 'Detach', disabledReason: 'The instance must be stopped' },
        { label: 'Delete', danger: true, onAction: () => {} },
      ]}
    />
  )),
]
const rowId = (row: Disk) => row.id
const rowLabel = (row: Disk) => row.name

const empty = (
  <EmptyState
    icon={<HardDrive />}
    title="No disks"
    body="Create a disk to see it here"
    action={
      <Button variant="secondary" size="sm">
        New disk
      </Button>
    }
  />
)
const error = (
  <ErrorState message="The server did not answer in time. Try again in a moment." requestId="0d9f2c1e" />
)

/** Tables in their five states, and the controls around them. */
export function TablesPage() {
  const [face, setFace] = useState('normal')
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([FEW[1]!.id]))
  const table = { columns, rowId, rowLabel, empty }
  const faces = [
    { id: 'normal', label: 'Normal', content: <DataTable {...table} rows={FEW} /> },
    { id: 'loading', label: 'Loading', content: <DataTable {...table} rows={undefined} /> },
    { id: 'empty', label: 'Empty', content: <DataTable {...table} rows={[]} /> },
    { id: 'failed', label: 'Failed', content: <DataTable {...table} rows={undefined} error={error} /> },
    { id: 'many', label: 'Too much', content: <DataTable {...table} rows={MANY} /> },
    ...(['single', 'multiple'] as const).map((mode) => ({
      id: mode,
      label: mode === 'single' ? 'One chosen' : 'Several chosen',
      content: <DataTable {...table} rows={FEW} selection={{ mode, selected, onChange: setSelected }} />,
    })),
  ]
  return (
    <Section title="Tables">
      <Card
        title="Additional disks"
        description="All but the boot disk"
        actions={
          <Button size="sm" variant="secondary">
            Attach existing disk
          </Button>
        }
        footer="Learn more about disks"
      >
        <DataTable columns={columns.slice(0, 4)} rows={FEW.slice(0, 2)} rowId={rowId} />
      </Card>
      <div>
        <Toolbar end={<DensitySwitch />}>
          <FilterInput label="Filter disks by name" value={filter} onChange={setFilter} />
        </Toolbar>
        <QueryTabs label="Faces" tabs={faces} selected={face} onSelect={setFace} />
      </div>
      <Pagination
        pageSize={50}
        hasNext
        hasPrevious={false}
        isLoading
        onNext={() => {}}
        offset={0}
        shown={50}
        total={{ count: 1010, isCapped: false }}
        onPrevious={() => {}}
      />
    </Section>
  )
}

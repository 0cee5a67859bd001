import type { ItemOf } from '@granary/contract/call.ts'
import { bytesIn, fullNumber } from '@granary/domain/numbers.ts'
import { available } from '@granary/domain/utilization.ts'
import { NameLink } from '../../app/kit/lists/name-link.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PartMeter } from '../../ui/page/part-meter.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'

type Utilization = ItemOf<'siloUtilizationList'>
type Resource = keyof Utilization['allocated']

const RESOURCES: { key: Resource; header: string; unit: 'GiB' | 'TiB' | null }[] = [
  { key: 'cpus', header: 'CPU', unit: null },
  { key: 'memory', header: 'Memory', unit: 'GiB' },
  { key: 'storage', header: 'Storage', unit: 'TiB' },
]

const shown = (amount: number, unit: 'GiB' | 'TiB' | null): string =>
  fullNumber(unit ? Number(bytesIn(amount, unit)) : amount)

const Unit = ({ unit }: { unit: string | null }) =>
  unit && <span className="text-text-muted">{`\u00a0${unit}`}</span>

const column = columnsOf<Utilization>()
const columns = [
  column.accessor('siloName', {
    header: 'Silo',
    cell: ({ getValue }) => (
      <NameLink to="/system/silos/$silo/idps" params={{ silo: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  ...RESOURCES.map(({ key, header, unit }) =>
    column.display({
      id: `used-${key}`,
      header,
      meta: { group: 'Provisioned / Quota' },
      cell: ({ row: { original } }) => (
        <PartMeter part={original.provisioned[key]} whole={original.allocated[key]} className="min-w-24">
          {shown(original.provisioned[key], unit)}
          <span className="text-text-muted"> / {shown(original.allocated[key], unit)}</span>
          <Unit unit={unit} />
        </PartMeter>
      ),
    }),
  ),
  ...RESOURCES.map(({ key, header, unit }) =>
    column.display({
      id: `free-${key}`,
      header,
      meta: { group: 'Available' },
      cell: ({ row: { original } }) => <Available utilization={original} resource={key} unit={unit} />,
    }),
  ),
  column.actions(({ siloId }) => <ActionsMenu id={siloId} copyLabel="Copy silo ID" entries={[]} />),
]

type AvailableProps = { utilization: Utilization; resource: Resource; unit: 'GiB' | 'TiB' | null }

/** The rest of a quota. */
function Available({ utilization: { allocated, provisioned }, resource, unit }: AvailableProps) {
  const free = available(allocated, provisioned)[resource]
  return (
    <span className={`tabular-nums ${free < 0 ? 'text-danger' : ''}`}>
      {shown(free, unit)}
      <Unit unit={unit} />
    </span>
  )
}

/** Compares the use of each silo with its quotas. */
export const SiloTable = ({ silos }: { silos: readonly Utilization[] | undefined }) => (
  <DataTable label="Silos" columns={columns} rows={silos} rowId={({ siloId }) => siloId} />
)

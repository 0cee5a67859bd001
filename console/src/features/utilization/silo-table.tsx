import type { ItemOf } from '@granary/contract/call.ts'
import { bytesIn, fullNumber } from '@granary/domain/numbers.ts'
import { available, usageLevel, usedPercent } from '@granary/domain/utilization.ts'
import { NameLink } from '../../app/kit/name-link.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { UsageMeter, usedText } from '../../ui/page/meters.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

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
        <span className="block py-1 leading-tight tabular-nums">
          <span className="block text-text-muted">{shown(original.provisioned[key], unit)} /</span>
          {shown(original.allocated[key], unit)}
          <Unit unit={unit} />
        </span>
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

/** The rest of a quota, with a meter when it is nearly used up. */
function Available({ utilization: { allocated, provisioned }, resource, unit }: AvailableProps) {
  const percent = usedPercent(provisioned[resource], allocated[resource])
  const free = available(allocated, provisioned)[resource]
  return (
    <span className="inline-flex items-center gap-2 tabular-nums">
      <span className={free < 0 ? 'text-danger' : undefined}>
        {shown(free, unit)}
        <Unit unit={unit} />
      </span>
      {percent !== null && usageLevel(percent) !== 'normal' && (
        <Tooltip content={usedText(percent)}>
          <span>
            <UsageMeter percent={percent} />
          </span>
        </Tooltip>
      )}
    </span>
  )
}

/** Compares the use of each silo with its quotas. */
export const SiloTable = ({ silos }: { silos: readonly Utilization[] | undefined }) => (
  <DataTable label="Silos" columns={columns} rows={silos} rowId={({ siloId }) => siloId} />
)

import { ipVersion } from '@granary/domain/ip.ts'
import { Badge } from '../../../ui/badge.tsx'
import { copyText } from '../../../ui/copy-text.ts'
import { Description } from '../../../ui/table/description.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { Tip, Tooltip } from '../../../ui/tooltip.tsx'
import { ExternalAddress } from '../external-address.tsx'
import { PoolCell } from '../../../kinds/network/pool-cell.tsx'
import type { ExternalIp } from './stacks.ts'

const nameless = (
  <Tooltip content="Only floating IPs have a name and a description">
    <span className="text-text-muted">—</span>
  </Tooltip>
)

const column = columnsOf<ExternalIp>()
/** Returns the columns of the external addresses of an instance. */
export const columnsWith = (onDetach: (ip: ExternalIp) => void, stateReason: string | null) => [
  column.accessor('ip', {
    header: 'ip',
    cell: ({ row: { original: ip } }) => (
      // The column is narrow where the table is: the range goes below the address.
      <span className="flex flex-wrap items-center gap-x-2 py-1 whitespace-normal">
        <ExternalAddress address={ip.ip} />
        {ip.kind === 'snat' && (
          <Tooltip content="Outbound traffic of the instance uses this IP and port range">
            <span className="relative z-1 whitespace-nowrap">
              <Badge color="neutral">
                {ip.firstPort}–{ip.lastPort}
              </Badge>
            </span>
          </Tooltip>
        )}
      </span>
    ),
  }),
  column.accessor('kind', {
    header: () => (
      <span className="inline-flex items-center gap-1.5">
        Kind{' '}
        <Tip>
          A floating IP belongs to the project and can move between instances. An ephemeral IP is deleted with
          the instance. An SNAT IP is shared and outbound only.
        </Tip>
      </span>
    ),
    cell: ({ getValue }) => <Badge color="neutral">{getValue()}</Badge>,
  }),
  column.display({
    id: 'version',
    header: 'Version',
    cell: ({ row }) => <Badge color="neutral">{ipVersion(row.original.ip)}</Badge>,
  }),
  column.accessor('ipPoolId', {
    header: 'IP pool',
    cell: ({ getValue }) => <PoolCell poolId={getValue()} />,
  }),
  column.display({
    id: 'name',
    header: 'name',
    cell: ({ row: { original: ip } }) => (ip.kind === 'floating' ? ip.name : nameless),
  }),
  column.display({
    id: 'description',
    header: 'description',
    cell: ({ row: { original: ip } }) =>
      ip.kind === 'floating' ? <Description text={ip.description} /> : nameless,
  }),
  column.actions((ip) => (
    <ActionsMenu
      id={ip.kind === 'floating' ? ip.id : undefined}
      entries={[
        { label: 'Copy IP address', reads: true, onAction: () => void copyText(ip.ip) },
        {
          label: 'Detach',
          danger: true,
          disabledReason: ip.kind === 'snat' ? "SNAT IPs can't be detached" : stateReason,
          onAction: () => onDetach(ip),
        },
      ]}
    />
  )),
]

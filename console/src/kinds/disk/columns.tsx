import type { ItemOf } from '@granary/contract/call.ts'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { DiskStateBadge } from '../../ui/state-badge.tsx'
import { columnsOf, type ColumnMeta } from '../../ui/table/columns.ts'
import { SourceCell } from './source-cell.tsx'
import { DiskTypeBadge } from './type-badge.tsx'

const column = columnsOf<ItemOf<'diskList'>>()

/**
 * Columns that every table of disks has, after name and location.
 * @param givesWay when they give way where there is too little room.
 */
export const diskColumns = (project: string, givesWay?: ColumnMeta['givesWay']) => [
  column.accessor('diskType', {
    header: 'Type',
    meta: givesWay && { givesWay },
    cell: ({ getValue }) => <DiskTypeBadge type={getValue()} />,
  }),
  column.accessor('size', {
    header: 'size',
    meta: { align: 'end', sort: 'size' },
    cell: ({ getValue }) => <ByteSize bytes={getValue()} />,
  }),
  column.display({
    id: 'source',
    header: 'Source',
    cell: ({ row }) => <SourceCell disk={row.original} project={project} />,
  }),
  column.accessor('state', {
    header: 'state',
    cell: ({ getValue, row }) => <DiskStateBadge state={getValue().state} since={row.original.timeCreated} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    meta: givesWay && { givesWay },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

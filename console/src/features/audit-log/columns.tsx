import type { AuditEntry } from './audit-entry.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { NameButton } from '../../ui/table/name-anchor.tsx'
import { actorText, userText } from './actor-text.ts'
import { ResultBadge } from './result-badge.tsx'

const column = columnsOf<AuditEntry>()

/** @param onShow opens the details of an entry. */
export const columnsWith = (onShow: (entry: AuditEntry) => void) => [
  column.accessor('operationId', {
    header: 'Operation',
    cell: ({ row: { original } }) => (
      <NameButton onPress={() => onShow(original)}>{original.operationId}</NameButton>
    ),
  }),
  column.accessor('result', {
    header: 'Result',
    cell: ({ row: { original } }) => <ResultBadge {...original} />,
  }),
  column.accessor('actor', {
    header: 'Caller',
    cell: ({ row: { original } }) =>
      original.signedIn ? userText(original.signedIn) : actorText(original.actor),
  }),
  column.accessor('sourceIp', {
    header: 'Address',
    cell: ({ getValue }) => <span className="font-mono text-xs">{getValue()}</span>,
  }),
  column.accessor('timeCompleted', {
    header: 'Time',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

import { pathTo } from '../../app/paths.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { TruncatedText } from '../../ui/format/truncated-text.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { NameAnchor } from '../../ui/table/name-anchor.tsx'
import { type Alert, messageOf } from './alert.ts'
import { AlertStateBadge } from './badges.tsx'
import { SubjectLink } from './subject-link.tsx'

const column = columnsOf<Alert>()

/** @param search the query of the list's URL, which its panels keep. */
export const columnsWith = (search: string) => [
  column.accessor('message', {
    header: 'Alert',
    cell: ({ row: { original: alert } }) => (
      <NameAnchor href={`${pathTo('/system/alerting/alerts/$alertId', { alertId: alert.id })}${search}`}>
        {messageOf(alert)}
      </NameAnchor>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    cell: ({ row: { original: alert } }) => <AlertStateBadge alert={alert} />,
  }),
  column.accessor('class', {
    header: 'Class',
    cell: ({ getValue }) => (
      <TruncatedText text={getValue()} maxWidth="16rem" className="font-mono text-xs text-text-muted" />
    ),
  }),
  column.accessor('resource', {
    header: 'About',
    cell: ({ row: { original: alert } }) => <SubjectLink alert={alert} />,
  }),
  column.accessor('timeCreated', {
    header: 'Raised',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

import type { ItemOf } from '@granary/contract/call.ts'
import {
  currentUserSessionDelete,
  currentUserSessionEndOthers,
  currentUserSessionList,
} from '@granary/contract/generated/client.ts'
import Monitor from 'lucide-react/icons/monitor'
import { useMemo } from 'react'
import { useOperation } from '../../api/operate.ts'
import { usePageExtensions } from '../../app/extension-page.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { usePage } from '../../app/kit/lists/use-page.ts'
import { signOut } from '../../app/message-page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { confirm } from '../../ui/overlay/confirm.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { addToast } from '../../ui/toast/toast-store.ts'
import { inOrderOfUse } from './session-order.ts'

type Session = ItemOf<'currentUserSessionList'>

const column = columnsOf<Session>()
const columns = [
  column.accessor('clientName', {
    header: 'Browser',
    cell: ({ getValue, row }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
        {getValue() ?? <Missing />}
        {row.original.isCurrent && <Badge color="positive">This session</Badge>}
      </span>
    ),
  }),
  column.accessor('clientAddress', {
    header: 'Address',
    cell: ({ getValue }) => getValue() ?? <Missing />,
  }),
  column.accessor('timeCreated', {
    header: 'Signed in',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.accessor('timeLastUsed', {
    header: 'Last used',
    meta: { sort: 'used' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((session) => <SessionActions session={session} />),
]

/** Lists the sessions of the signed-in user, and ends them. */
export function SessionList() {
  const extensions = usePageExtensions()
  const listed = usePage(extensions.call(currentUserSessionList), {})
  // The limit of sessions is a page of the list, which the server sorts by ID if the user chooses no order.
  const isSorted = listed.sort.fields.includes(listed.sort.by)
  const rows = useMemo(
    () => (isSorted ? listed.rows : listed.rows && inOrderOfUse(listed.rows)),
    [listed.rows, isSorted],
  )
  const page = { ...listed, rows }
  const endOthers = useOperation(extensions.call(currentUserSessionEndOthers), { waits: true })
  const hasOthers = page.rows?.some((session) => !session.isCurrent)
  const end = () =>
    void confirm({
      title: 'End other sessions',
      variant: 'danger',
      errorTitle: 'Could not end the sessions',
      body: 'Every browser except this one is signed out at once. Access tokens stay.',
      action: async () => {
        await endOthers({})
        addToast({ content: 'Other sessions ended' })
      },
    })
  return (
    <ListPage
      title="Sessions"
      icon={<Monitor />}
      create={
        <Button
          size="sm"
          variant="secondary"
          disabledReason={!hasOthers && 'You have no other sessions'}
          onPress={end}
        >
          End other sessions
        </Button>
      }
      columns={columns}
      page={page}
      rowId={(session) => session.id}
      empty={
        <EmptyState
          icon={<Monitor />}
          title="No sessions"
          body="Browsers that you sign in with appear here."
        />
      }
    />
  )
}

function SessionActions({ session: { id, isCurrent } }: { session: Session }) {
  const endSession = useOperation(usePageExtensions().call(currentUserSessionDelete), { waits: true })
  const end = async () => {
    await endSession({ path: { sessionId: id } })
    addToast({ content: 'Session ended' })
  }
  const ask = () =>
    void confirm({
      title: 'End session',
      variant: 'danger',
      errorTitle: 'Could not end the session',
      body: 'The browser is signed out at once.',
      action: end,
    })
  return (
    <ActionsMenu
      id={id}
      entries={[
        isCurrent
          ? { label: 'Sign out', onAction: () => void signOut() }
          : { label: 'End session', danger: true, onAction: ask },
      ]}
    />
  )
}

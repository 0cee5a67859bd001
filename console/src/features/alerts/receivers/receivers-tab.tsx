import { alertReceiverList } from '@granary/contract/generated/client.ts'
import { Outlet } from '@tanstack/react-router'
import Webhook from 'lucide-react/icons/webhook'
import { useMemo } from 'react'
import { CreateLink } from '../../../app/kit/lists/create-link.tsx'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { NameLink } from '../../../app/kit/lists/name-link.tsx'
import { useFilteredPage } from '../../../app/kit/lists/use-filtered-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useQuickActions } from '../../../app/quick-actions/store.ts'
import { useGoTo } from '../../../app/quick-actions/use-go-to.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { ListValue } from '../../../ui/format/list-value.tsx'
import { Missing } from '../../../ui/format/missing.tsx'
import { TruncatedText } from '../../../ui/format/truncated-text.tsx'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { ResultBadge } from '../badges.tsx'
import { type Receiver, useRefusal } from './receiver.ts'
import { addressOf } from './target.ts'
import { useReceiverEntries } from './use-receiver-entries.tsx'

const CREATE = '/system/alerting/receivers-new'
const EVERYTHING = {}
const pathOf = (receiver: string) => pathTo('/system/alerting/receivers/$receiver', { receiver })

const column = columnsOf<Receiver>()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => (
      <NameLink to="/system/alerting/receivers/$receiver" params={{ receiver: getValue() }}>
        {getValue()}
      </NameLink>
    ),
  }),
  column.accessor('kind', {
    header: 'Address',
    cell: ({ getValue }) => (
      <TruncatedText text={addressOf(getValue())} maxWidth="20rem" className="font-mono text-xs" />
    ),
  }),
  column.accessor('subscriptions', {
    header: 'Subscriptions',
    meta: { givesWay: 'second' },
    cell: ({ getValue }) => (
      <ListValue
        title="Other subscriptions"
        items={getValue().map((each) => (
          <span key={each} className="font-mono text-xs">
            {each}
          </span>
        ))}
      />
    ),
  }),
  column.accessor('lastResult', {
    header: 'Last attempt',
    cell: ({ getValue }) => {
      const result = getValue()
      return result ? <ResultBadge result={result} /> : <Missing />
    },
  }),
  column.accessor('timeLastAttempt', {
    header: 'Time',
    meta: { givesWay: 'first' },
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((receiver) => <ReceiverActions receiver={receiver} />),
]

/** Lists what gets alerts. */
export function ReceiversTab() {
  const { page, filter } = useFilteredPage(alertReceiverList, {})
  const refusal = useRefusal()
  useQuickActions(
    'Actions',
    useMemo(() => (refusal === null ? [{ label: 'New receiver', href: CREATE }] : []), [refusal]),
  )
  useGoTo('Go to receiver', alertReceiverList, EVERYTHING, page.rows, pathOf)
  const create =
    refusal === null ? (
      <CreateLink to={CREATE}>New receiver</CreateLink>
    ) : (
      <Button disabledReason={refusal}>New receiver</Button>
    )
  return (
    <>
      <ListSection
        title="Receivers"
        create={create}
        columns={columns}
        page={page}
        filter={filter}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={<Webhook />}
            title="No receivers"
            purpose="A receiver is a program, a chat system or an e-mail address that gets alerts, so that nobody has to look here to learn of a failure."
            action={create}
          />
        }
      />
      <Outlet />
    </>
  )
}

function ReceiverActions({ receiver }: { receiver: Receiver }) {
  const entriesOf = useReceiverEntries()
  return <ActionsMenu id={receiver.id} entries={entriesOf(receiver)} />
}

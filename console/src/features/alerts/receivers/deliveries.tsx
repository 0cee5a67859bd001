import { alertDeliveryList } from '@granary/contract/generated/client.ts'
import Send from 'lucide-react/icons/send'
import { Suspense, useMemo, useState } from 'react'
import { ListSection } from '../../../app/kit/lists/list-section.tsx'
import { stateFilter } from '../../../app/kit/lists/search.ts'
import { StateFilter } from '../../../app/kit/lists/state-filter.tsx'
import { useNavigateHere } from '../../../app/kit/lists/use-navigate-here.ts'
import { changeList, usePage } from '../../../app/kit/lists/use-page.ts'
import { pathTo } from '../../../app/paths.ts'
import { useCurrentSearch } from '../../../app/route-params.ts'
import { Button } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { NameButton } from '../../../ui/table/name-anchor.tsx'
import { type Delivery, DeliveryStateBadge } from '../badges.tsx'
import { useResend } from '../resend-button.tsx'
import { type Receiver, useRefusal } from './receiver.ts'

const DeliveryPanel = lazyPart(() => import('./delivery-panel.tsx'))
const STATES = ['pending', 'delivered', 'failed'] as const
const TRIGGERS = { alert: 'Alert', resend: 'Sent again', probe: 'Probe' }

const column = columnsOf<Delivery>()
const columnsWith = (receiver: Receiver, onShow: (delivery: Delivery) => void) => [
  column.accessor('alertClass', {
    header: 'Class',
    cell: ({ row: { original } }) => (
      <NameButton onPress={() => onShow(original)}>{original.alertClass}</NameButton>
    ),
  }),
  column.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <DeliveryStateBadge state={getValue()} />,
  }),
  column.accessor('attempts', {
    header: 'Attempts',
    meta: { align: 'end' },
    cell: ({ getValue }) => getValue().webhook.length,
  }),
  column.accessor('trigger', { header: 'Reason', cell: ({ getValue }) => TRIGGERS[getValue()] }),
  column.accessor('timeStarted', {
    header: 'Requested',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.accessor('timeNextAttempt', {
    header: 'Next attempt',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
  column.actions((delivery) => <DeliveryActions receiver={receiver} delivery={delivery} />),
]

type DeliveriesProps = {
  receiver: Receiver
  /** Offers to send everything again that failed. */
  onResendAll: () => void
}

/** Lists the deliveries to a receiver, the newest first. */
export function Deliveries({ receiver, onResendAll }: DeliveriesProps) {
  const navigate = useNavigateHere()
  const refusal = useRefusal()
  const chosen = stateFilter(STATES, useCurrentSearch() as Record<string, unknown>)
  const flags = Object.fromEntries((chosen ?? []).map((state) => [state, true]))
  const page = usePage(alertDeliveryList, {
    path: { receiver: receiver.id },
    query: { sortBy: 'time_and_id_descending', ...flags },
  })
  const [shown, setShown] = useState<string | null>(null)
  const columns = useMemo(() => columnsWith(receiver, ({ id }) => setShown(id)), [receiver])
  const delivery = page.rows?.find(({ id }) => id === shown)
  return (
    <>
      <ListSection
        title="Deliveries"
        columns={columns}
        page={page}
        rowId={({ id }) => id}
        filters={
          <StateFilter
            states={STATES}
            chosen={chosen}
            onChange={(state) => changeList(navigate, { state }, { replace: true })}
          />
        }
        filter={undefined}
        create={
          <Button variant="secondary" disabledReason={refusal} onPress={onResendAll}>
            Resend failed
          </Button>
        }
        empty={
          <EmptyState
            icon={<Send />}
            title={chosen ? 'No such deliveries' : 'No deliveries'}
            body={
              chosen
                ? 'No delivery is in this state.'
                : 'Alerts of its subscriptions appear here as they are sent. Send a test to try the address.'
            }
          />
        }
      />
      {delivery && (
        <Suspense fallback={null}>
          <DeliveryPanel receiver={receiver} delivery={delivery} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </>
  )
}

function DeliveryActions({ receiver, delivery }: { receiver: Receiver; delivery: Delivery }) {
  const resend = useResend()
  return (
    <ActionsMenu
      id={delivery.id}
      entries={[
        {
          label: 'Show alert',
          href: `${pathTo('/system/alerting/alerts/$alertId', { alertId: delivery.alertId })}?state=all`,
        },
        {
          label: 'Send again',
          disabledReason: useRefusal(),
          onAction: () => resend(delivery.alertId, delivery.alertClass, receiver),
        },
      ]}
    />
  )
}

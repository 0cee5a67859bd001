import type { ItemOf } from '@granary/contract/call.ts'
import { alertDeliveryListByAlert, alertReceiverList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { allQuery, optionalQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { linkTo, pathTo } from '../../app/paths.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import type { Alert } from './alert.ts'
import { type Delivery, DeliveryStateBadge } from './badges.tsx'
import { ResendButton } from './resend-button.tsx'
import { matchesOf } from './classes.ts'

type Receiver = ItemOf<'alertReceiverList'>

/** Newest deliveries of an alert that are read: those to each receiver are among them, unless it was sent again and again. */
const MAX_READ = 1_000

/** Lists the receivers of an alert, each with its newest delivery. */
export function AlertDeliveries({ alert }: { alert: Alert }) {
  const receivers = useQuery({ ...allQuery(alertReceiverList, {}), throwOnError: false })
  const deliveries = useQuery(
    optionalQuery(useExtensions(), alertDeliveryListByAlert, {
      path: { alertId: alert.id },
      query: { limit: MAX_READ, sortBy: 'time_and_id_descending' },
    }),
  )
  const newest = Map.groupBy(deliveries.data?.items ?? [], ({ receiverId }) => receiverId)
  const listed = receivers.data?.flatMap((receiver) => {
    const isSubscribed = receiver.subscriptions.some((each) => matchesOf(each, [alert.class]).length > 0)
    const delivery = newest.get(receiver.id)?.[0]
    return isSubscribed || delivery ? [{ receiver, isSubscribed, delivery }] : []
  })
  return (
    <section aria-label="Deliveries" className="mt-5 text-sm">
      <h4 className="mb-1 text-text-muted">Deliveries</h4>
      <IfMissed what="The receivers" of={receivers} />
      <IfMissed what="The deliveries" of={deliveries} />
      {!listed ? (
        receivers.error === null && <Skeleton className="h-9 w-full" />
      ) : listed.length === 0 ? (
        <p>No receiver is subscribed to this class.</p>
      ) : (
        <ul className="divided">
          {listed.map(({ receiver, isSubscribed, delivery }) => (
            <Line
              key={receiver.id}
              alert={alert}
              receiver={receiver}
              isSubscribed={isSubscribed}
              delivery={delivery}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type LineProps = { alert: Alert; receiver: Receiver; isSubscribed: boolean; delivery: Delivery | undefined }

const Line = ({ alert, receiver, isSubscribed, delivery }: LineProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
    <Link
      {...linkTo(pathTo('/system/alerting/receivers/$receiver', { receiver: receiver.name }))}
      className="min-w-0 grow basis-32 truncate text-accent hover:underline"
    >
      {receiver.name}
    </Link>
    {delivery ? (
      <DeliveryStateBadge state={delivery.state} />
    ) : (
      <span className="text-text-muted">Not sent</span>
    )}
    <ResendButton
      alertId={alert.id}
      alertClass={alert.class}
      receiver={receiver}
      isSent={delivery !== undefined}
      refusal={isSubscribed ? null : 'The receiver is not subscribed to this class'}
    />
  </li>
)

import { networkingAllowListView } from '@granary/contract/generated/client.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useRefusal } from './refusal.ts'

/** Shows which addresses may send requests to the server. */
export function AllowListCard() {
  const { data, error, refetch } = useQuery({ ...apiQuery(networkingAllowListView, {}), throwOnError: false })
  const refusal = useRefusal()
  if (error && !data) return <Failed what="The allow list" error={error} onRetry={() => void refetch()} />
  return (
    <Card
      title="Allow list"
      description="Addresses that may open this console and send requests to the API. Requests from the server’s own machine are always admitted."
      actions={
        refusal === null ? (
          <Link to="/system/networking/rack/allow-list" className={buttonStyle('secondary', 'sm')}>
            Edit allow list
          </Link>
        ) : (
          <Button variant="secondary" size="sm" disabledReason={refusal}>
            Edit allow list
          </Button>
        )
      }
    >
      {!data ? (
        <Skeleton className="h-5 w-48" />
      ) : data.allowedIps.allow === 'any' ? (
        <p className="text-sm">Any address</p>
      ) : (
        <>
          <ul
            aria-label="Allowed networks"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list scrolls by keyboard too
            tabIndex={0}
            className="grid max-h-48 grid-cols-[repeat(auto-fill,minmax(min(100%,9rem),1fr))] gap-x-4 gap-y-1 overflow-y-auto font-mono text-xs wrap-anywhere"
          >
            {data.allowedIps.ips.map((network) => (
              <li key={network}>{network}</li>
            ))}
          </ul>
          <p className="mt-2 text-sm text-text-muted">
            {fullNumber(data.allowedIps.ips.length)}{' '}
            {data.allowedIps.ips.length === 1 ? 'network' : 'networks'}, changed{' '}
            <DateTime date={data.timeModified} />
          </p>
        </>
      )}
    </Card>
  )
}

import type { Extensions } from '@granary/contract/call.ts'
import { instanceSledView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useExtensions } from '../../api/extensions.ts'
import { optionalQuery } from '../../api/queries.ts'
import { NotKnown } from '../../app/kit/pages/failed.tsx'
import { useCurrentUser } from '../../app/session.ts'
import { Missing } from '../../ui/format/missing.tsx'
import { Fact } from '../../ui/page/facts.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

/** The sled of an instance, for operators. */
export function SledFact({ instanceId }: { instanceId: string }) {
  const { fleetViewer } = useCurrentUser()
  const extensions = useExtensions()
  return (
    fleetViewer &&
    extensions && (
      <Fact label="Sled">
        <SledLink instanceId={instanceId} extensions={extensions} />
      </Fact>
    )
  )
}

function SledLink({ instanceId, extensions }: { instanceId: string; extensions: Extensions }) {
  const path = { instance: instanceId }
  const { data, error, refetch } = useQuery(optionalQuery(extensions, instanceSledView, { path }))
  if (data?.sled)
    return (
      <Link
        to="/system/inventory/sleds/$sledId/instances"
        params={{ sledId: data.sled.id }}
        className="hover:underline"
      >
        {data.sled.baseboard.serial}
      </Link>
    )
  if (data) return <Missing />
  return error ? <NotKnown error={error} onRetry={() => void refetch()} /> : <Skeleton className="h-3 w-20" />
}

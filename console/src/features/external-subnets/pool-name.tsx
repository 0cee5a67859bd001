import { subnetPoolView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { isFinal } from '../../api/errors.ts'
import { apiQuery } from '../../api/queries.ts'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Id } from '../../ui/format/id.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'

/** Names the pool of an external subnet, with its description. Shows the ID if the caller may not read the pool. */
export function PoolName({ id }: { id: string }) {
  const { data: pool, error } = useQuery({
    ...apiQuery(subnetPoolView, { path: { pool: id } }),
    throwOnError: false,
  })
  if (!pool) return isFinal(error) ? <Id id={id} /> : <Unread error={error} />
  if (!pool.description) return pool.name
  return (
    <Tooltip content={pool.description}>
      <span className="relative z-1">{pool.name}</span>
    </Tooltip>
  )
}

import { Unread } from '../../app/kit/pages/unread.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BigNumber } from '../../ui/format/big-number.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { familyOf, type PoolFamily, type PoolKind } from './pool-kinds.ts'

type Utilization = { remaining: bigint | number; capacity: bigint | number }

/** Shows how many addresses of a pool are free, of how many. Undefined while they load. */
export function Remaining({ of, error }: { of: Utilization | undefined; error: Error | null }) {
  if (!of) return error ? <Unread error={error} /> : <span className="skeleton inline-block h-3 w-16" />
  return (
    <span className="whitespace-nowrap">
      <BigNumber value={of.remaining} /> <span className="text-text-muted">/</span>{' '}
      <BigNumber value={of.capacity} />
    </span>
  )
}

export const VersionBadge = ({ version }: { version: PoolFamily['ipVersion'] }) => <Badge>{version}</Badge>

/** Marks the default pool of a silo for a family, and of IP pools for a type. */
export const DefaultBadge = ({ kind, pool }: { kind: PoolKind; pool: PoolFamily }) => (
  <Tooltip content={`Used for ${kind.taken} when a request names no ${familyOf(pool)} pool`}>
    <button type="button" className="relative z-1 cursor-default">
      <Badge color="neutral">default</Badge>
    </button>
  </Tooltip>
)

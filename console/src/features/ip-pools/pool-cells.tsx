import { systemIpPoolUtilizationView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { BigNumber } from '../../ui/format/big-number.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { familyOf, type Pool } from './pool-query.ts'

type Kind = Pick<Pool, 'ipVersion' | 'poolType'>

/** Shows how many addresses of a pool are free, of how many. */
export function Remaining({ pool }: { pool: Pick<Pool, 'id' | 'ipVersion'> }) {
  const { data, error } = useQuery({
    ...apiQuery(systemIpPoolUtilizationView, { path: { pool: pool.id } }),
    throwOnError: false,
  })
  if (!data) return error ? <Missing /> : <span className="skeleton inline-block h-3 w-16" />
  // The published numbers are rounded above 2^53; the extension's are exact.
  const exact = pool.ipVersion === 'v4' ? data.ipv4 : data.ipv6
  const capacity = exact ? BigInt(exact.capacity) : data.capacity
  const remaining = exact ? BigInt(exact.capacity) - BigInt(exact.allocated) : data.remaining
  return (
    <span className="whitespace-nowrap">
      <BigNumber value={remaining} /> <span className="text-text-muted">/</span>{' '}
      <BigNumber value={capacity} />
    </span>
  )
}

export const VersionBadge = ({ version }: { version: Pool['ipVersion'] }) => <Badge>{version}</Badge>
export const TypeBadge = ({ type }: { type: Pool['poolType'] }) => <Badge color="neutral">{type}</Badge>

/** Marks the default pool of a silo for a family and a type. */
export const DefaultBadge = ({ pool }: { pool: Kind }) => (
  <Tooltip content={`Used for addresses when a request names no ${familyOf(pool)} pool`}>
    <button type="button" className="relative z-1 cursor-default">
      <Badge color="neutral">default</Badge>
    </button>
  </Tooltip>
)

import { utilizationView } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { type Amounts, quotaProblems } from '@granary/domain/sizes.ts'
import { available } from '@granary/domain/utilization.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../../api/queries.ts'
import { MessageBox } from '../../../ui/message-box.tsx'
import { IfMissed } from '../pages/failed.tsx'

type QuotaLeftProps = {
  /** The resources of the silo's quota that the form would use. CPUs, and bytes. */
  requested: Partial<Amounts>
  /** The consequence of too little quota, where it isn't a refusal. */
  consequence?: string
}

const WORDS = {
  cpus: { name: 'vCPUs', format: (amount: number) => String(amount) },
  memory: { name: 'Memory', format: (amount: number) => formatBytes(amount) },
  storage: { name: 'Storage', format: (amount: number) => formatBytes(amount) },
} as const

/**
 * Shows the remaining quota of the silo before a form is submitted, and the shortage in the words of the server's
 * refusal. Renders nothing for users who may not see it.
 */
export function QuotaLeft({ requested, consequence }: QuotaLeftProps) {
  const quota = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false })
  // Its line is reserved, so that nothing shifts under the pointer.
  if (quota.isPending) return <span className="skeleton h-5 w-72" />
  if (!quota.data)
    return (
      <p className="empty:hidden">
        <IfMissed what="The quota of your silo" of={quota} />
      </p>
    )
  const { capacity, provisioned } = quota.data
  const problems = quotaProblems({
    capacity,
    provisioned,
    requested: { cpus: 0, memory: 0, storage: 0, ...requested },
  })
  if (problems.length > 0)
    return (
      <MessageBox variant="notice" title="Not enough quota">
        {problems.map(({ message }) => message).join(' ')} {consequence}
      </MessageBox>
    )
  const left = available(capacity, provisioned)
  return (
    <p className="text-sm text-text-muted tabular-nums">
      {(Object.keys(WORDS) as (keyof Amounts)[])
        .filter((key) => requested[key] !== undefined)
        .map((key) => {
          const { name, format } = WORDS[key]
          return `${name} left in your silo: ${format(Math.max(0, left[key]))} of ${format(capacity[key])}`
        })
        .join('. ')}
    </p>
  )
}

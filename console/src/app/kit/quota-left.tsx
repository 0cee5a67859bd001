import { utilizationView } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import { type Amounts, quotaProblems } from '@granary/domain/sizes.ts'
import { available } from '@granary/domain/utilization.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { MessageBox } from '../../ui/message-box.tsx'

type QuotaLeftProps = {
  /** What the form would take of the silo's quota; only what it takes is said. CPUs, and bytes. */
  wanted: Partial<Amounts>
  /** What follows when it is not enough, where that is something else than a refusal. */
  consequence?: string
}

const WORDS = {
  cpus: { name: 'vCPUs', format: (amount: number) => String(amount) },
  memory: { name: 'Memory', format: (amount: number) => formatBytes(amount) },
  storage: { name: 'Storage', format: (amount: number) => formatBytes(amount) },
} as const

/**
 * What is left of the silo's quota, before a form is sent; and in the words of the server's refusal what is missing when it
 * is not enough. Nothing for people who may not know.
 */
export function QuotaLeft({ wanted, consequence }: QuotaLeftProps) {
  const { data, isPending } = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false })
  // Its line is kept free, so that nothing moves under a hand that is on its way.
  if (isPending) return <span className="skeleton h-5 w-72" />
  if (!data) return null
  const { capacity, provisioned } = data
  const [problem] = quotaProblems({
    capacity,
    provisioned,
    requested: { cpus: 0, memory: 0, storage: 0, ...wanted },
  })
  if (problem)
    return (
      <MessageBox variant="notice" title="Not enough quota">
        {problem.message} {consequence}
      </MessageBox>
    )
  const left = available(capacity, provisioned)
  return (
    <p className="text-sm text-text-muted tabular-nums">
      {(Object.keys(WORDS) as (keyof Amounts)[])
        .filter((key) => wanted[key] !== undefined)
        .map((key) => {
          const { name, format } = WORDS[key]
          return `${name} left in your silo: ${format(Math.max(0, left[key]))} of ${format(capacity[key])}`
        })
        .join('. ')}
    </p>
  )
}

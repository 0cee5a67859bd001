import { utilizationView } from '@granary/contract/generated/client.ts'
import { formatBytes } from '@granary/domain/numbers.ts'
import type { Amounts } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { QuotaMeter } from '../../ui/page/quota-meter.tsx'

const METERS = [
  { key: 'cpus', label: 'vCPUs', format: String },
  { key: 'memory', label: 'Memory', format: formatBytes },
  { key: 'storage', label: 'Storage', format: formatBytes },
] as const

type QuotaMetersProps = {
  title: string
  /** What a form would add. Others have no meter. */
  added: Partial<Amounts>
}

/** The quotas of the silo with what a form adds, for users who may see them. */
export function QuotaMeters({ title, added }: QuotaMetersProps) {
  const { data } = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false })
  if (!data) return null
  const { capacity, provisioned } = data
  return (
    <div className="flex flex-col gap-2.5 border-t border-border pt-3">
      <h3 className="text-xs text-text-muted">{title}</h3>
      {METERS.flatMap(({ key, ...meter }) => {
        const more = added[key]
        return more === undefined
          ? []
          : [
              <QuotaMeter
                key={key}
                {...meter}
                used={provisioned[key]}
                added={more}
                capacity={capacity[key]}
              />,
            ]
      })}
    </div>
  )
}

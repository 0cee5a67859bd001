import type { CallOutput } from '@granary/contract/call.ts'
import { utilizationView } from '@granary/contract/generated/client.ts'
import { formatBytes, fullNumber } from '@granary/domain/numbers.ts'
import type { Amounts } from '@granary/domain/sizes.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { ShareMeter } from '../../ui/page/share-meter.tsx'
import { Card } from '../../ui/page/card.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

const METERS = [
  { key: 'cpus', label: 'vCPUs', format: (amount: number) => fullNumber(amount) },
  { key: 'memory', label: 'Memory', format: (amount: number) => formatBytes(amount) },
  { key: 'storage', label: 'Storage', format: (amount: number) => formatBytes(amount) },
] as const satisfies { key: keyof Amounts; label: string; format: (amount: number) => string }[]

/** What a project uses of the quotas of its silo, next to the other projects. Only the use, if the user can't see those. */
export function ProjectQuota({ usage }: { usage: CallOutput<'projectOverview'>['usage'] | undefined }) {
  const silo = useQuery({ ...apiQuery(utilizationView, {}), throwOnError: false })
  const isLoading = !usage || silo.isPending
  return (
    <Card title="Resources">
      <div className="flex flex-col gap-4">
        {METERS.map(({ key, label, format }) =>
          isLoading ? (
            <Skeleton key={key} className="h-11 w-full" />
          ) : (
            <ShareMeter
              key={key}
              label={label}
              own={usage[key]}
              used={silo.data?.provisioned[key]}
              capacity={silo.data?.capacity[key]}
              format={format}
            />
          ),
        )}
      </div>
      <p className="mt-4 empty:hidden">
        <IfMissed what="The quota of the silo" of={silo} />
      </p>
      {silo.data && (
        <ul className="mt-4 flex gap-4 text-xs text-text-muted" aria-hidden>
          <li className="flex items-center gap-1.5">
            <span className="size-2 rounded-full bg-positive" />
            This project
          </li>
          <li className="flex items-center gap-1.5">
            <span className="size-2 rounded-full bg-border-control/60" />
            Other projects
          </li>
        </ul>
      )}
    </Card>
  )
}

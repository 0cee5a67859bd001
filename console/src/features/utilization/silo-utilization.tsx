import { utilizationView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import ChartColumn from 'lucide-react/icons/chart-column'
import { useExtensions } from '../../api/extensions.ts'
import { apiQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { CapacityCards } from './capacity-cards.tsx'
import { UtilizationDocs } from './docs.tsx'
import { SiloOutlook } from './outlooks.tsx'
import { SiloOverTime } from './silo-over-time.tsx'

/** Shows what the silo has provisioned of its quotas. */
export function SiloUtilization() {
  const { data, error, refetch } = useQuery(apiQuery(utilizationView, {}))
  const extensions = useExtensions()
  return (
    <>
      <PageHeader title="Utilization" icon={<ChartColumn />} actions={<UtilizationDocs />} />
      {error && !data ? (
        <Failed what="Utilization" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <CapacityCards amounts={data} capacityLabel="Quota" />
          {extensions && <SiloOutlook extensions={extensions} />}
          <SiloOverTime />
        </div>
      )}
    </>
  )
}

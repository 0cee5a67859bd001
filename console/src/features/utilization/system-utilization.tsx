import { siloUtilizationList } from '@granary/contract/generated/client.ts'
import { sumAmounts } from '@granary/domain/utilization.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import ChartColumn from 'lucide-react/icons/chart-column'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { useExtensions } from '../../api/extensions.ts'
import { allQuery } from '../../api/queries.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { QueryTabs } from '../../ui/query-tabs.tsx'
import { CapacityCards } from './capacity-cards.tsx'
import { UtilizationDocs } from './docs.tsx'
import { FleetOutlook } from './outlooks.tsx'
import { PhysicalCapacity } from './physical-capacity.tsx'
import { SiloTable } from './silo-table.tsx'
import { SystemOverTime } from './system-over-time.tsx'
import { WhatFits } from './what-fits.tsx'

const route = getRouteApi('/authenticated/system/utilization')

/** Shows what all silos have provisioned: of their quotas, and of the sleds. */
export function SystemUtilization() {
  const { data, error, refetch } = useQuery(allQuery(siloUtilizationList, {}))
  const { tab = 'summary' } = route.useSearch()
  const navigate = useNavigateHere()
  const extensions = useExtensions()
  const totals = data && {
    provisioned: sumAmounts(data.map(({ provisioned }) => provisioned)),
    capacity: sumAmounts(data.map(({ allocated }) => allocated)),
  }
  const tabs = [
    {
      id: 'summary',
      label: 'Summary',
      content: (
        <div className="flex flex-col gap-6">
          <SiloTable silos={data} />
          <PhysicalCapacity totals={totals} />
          {extensions && <FleetOutlook extensions={extensions} />}
        </div>
      ),
    },
    { id: 'metrics', label: 'Metrics', content: <SystemOverTime /> },
    ...(extensions
      ? [{ id: 'fit', label: 'What fits', content: <WhatFits extensions={extensions} /> } as const]
      : []),
  ] as const
  return (
    <>
      <PageHeader title="Utilization" icon={<ChartColumn />} actions={<UtilizationDocs />} />
      {error && !data ? (
        <Failed what="Utilization" error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="flex flex-col gap-6">
          <CapacityCards amounts={totals} capacityLabel="Quota (Total)" />
          <div>
            <QueryTabs
              label="Utilization"
              tabs={tabs}
              selected={extensions || tab !== 'fit' ? tab : 'summary'}
              onSelect={(id) => navigate({ search: id === 'summary' ? {} : { tab: id }, replace: true })}
            />
          </div>
        </div>
      )}
    </>
  )
}

import { systemIpPoolRangeList } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import Network from 'lucide-react/icons/network'
import { useMemo } from 'react'
import { apiQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { useMay } from '../../app/permissions.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Description } from '../../ui/format/description.tsx'
import { Id } from '../../ui/format/id.tsx'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { QueryTabs } from '../../ui/query-tabs.tsx'
import { LinkedSilos } from './linked-silos.tsx'
import { Remaining, TypeBadge, VersionBadge } from './pool-cells.tsx'
import { usePool } from './pool-query.ts'
import { Ranges } from './ranges.tsx'
import { usePoolEntries } from './use-pool-entries.tsx'

const route = getRouteApi('/authenticated/system/networking/ip-pools/$pool')

const TABS = [
  { id: 'ranges', label: 'IP ranges', content: <Ranges /> },
  { id: 'silos', label: 'Linked silos', content: <LinkedSilos /> },
] as const

/** The page of a pool: its ranges and the silos that use it. */
export function PoolPage() {
  const pool = usePool()
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const ranges = useQuery({
    ...apiQuery(systemIpPoolRangeList, { path: { pool: pool.id }, query: { limit: 1 } }),
    throwOnError: false,
  })
  const entriesOf = usePoolEntries(() => navigate({ to: '/system/networking/ip-pools' }))
  const kept = (ranges.data?.items.length ?? 0) > 0 && 'IP pool cannot be deleted while it contains IP ranges'
  const mayChange = useMay().fleet('modify')
  useQuickActions(
    'Actions',
    useMemo(
      () =>
        mayChange
          ? [
              {
                label: 'Add range',
                href: pathTo('/system/networking/ip-pools/$pool/ranges-add', { pool: pool.name }),
              },
              {
                label: 'Edit IP pool',
                href: pathTo('/system/networking/ip-pools/$pool/edit', { pool: pool.name }),
              },
            ]
          : [],
      [mayChange, pool.name],
    ),
  )
  return (
    <>
      <PageHeader
        title={pool.name}
        icon={<Network />}
        actions={<ActionsMenu label="IP pool actions" id={pool.id} entries={entriesOf(pool, kept)} />}
      />
      <PropertiesTable columns={2} className="mb-6">
        <Property label="ID">
          <Id id={pool.id} maxWidth="20rem" />
        </Property>
        <Property label="Description">
          <Description text={pool.description} />
        </Property>
        <Property label="IP version">
          <VersionBadge version={pool.ipVersion} />
        </Property>
        <Property label="Type">
          <TypeBadge type={pool.poolType} />
        </Property>
        <Property label="IPs remaining">
          <Remaining pool={pool} />
        </Property>
        <Property label="Created">
          <DateTime date={pool.timeCreated} />
        </Property>
      </PropertiesTable>
      <QueryTabs
        label="IP pool"
        tabs={TABS}
        selected={tab ?? 'ranges'}
        onSelect={(id) =>
          void navigate({
            to: '.',
            search: id === 'silos' ? { tab: id } : {},
            replace: true,
          })
        }
      />
      <Outlet />
    </>
  )
}

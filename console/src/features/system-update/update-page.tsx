import { now } from '../../time/clock.ts'
import { useQuery } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import CircleArrowUp from 'lucide-react/icons/circle-arrow-up'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useMemo, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { DOCS } from '../../app/docs.ts'
import { Failed } from '../../app/kit/pages/failed.tsx'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { IconButton } from '../../ui/button.tsx'
import { DocsPopover } from '../../ui/page/docs-popover.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useMinimum } from '../../ui/use-minimum.ts'
import { Components } from './components.tsx'
import { pollInterval } from './poll-interval.ts'
import { releases, releaseSpace, updateStatus } from './queries.ts'
import { useRefusal } from './refusal.ts'
import { ReleasesCard } from './releases-card.tsx'
import { StatusTable } from './status-table.tsx'
import { SupportBox } from './support-box.tsx'
import { TrustRootsCard } from './trust-roots-card.tsx'

const ACTIONS = [
  { label: 'Upload release', href: pathTo('/system/update/releases-new') },
  { label: 'Add trust root', href: pathTo('/system/update/trust-roots-new') },
]

/** The page where operators choose the release that the system runs, and follow the update to it. */
export function SystemUpdate() {
  const status = useQuery({
    ...updateStatus,
    refetchInterval: ({ state }) => pollInterval(state.data, now()),
  })
  const list = useQuery(releases)
  const space = useQuery(releaseSpace(useExtensions()))
  const refusal = useRefusal()
  useQuickActions(
    'Actions',
    useMemo(() => (refusal === null ? ACTIONS : []), [refusal]),
  )
  const [refreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await Promise.all([status.refetch(), list.refetch(), space.refetch()])
    setRefreshing(false)
  }
  return (
    <>
      <PageHeader
        title="System Update"
        icon={<CircleArrowUp />}
        actions={
          <>
            <IconButton
              label="Refresh data"
              loading={useMinimum(refreshing, 300)}
              onPress={() => void refresh()}
            >
              <RefreshCw className="size-4" aria-hidden />
            </IconButton>
            <DocsPopover
              topic="system update"
              summary="A release holds the software of sleds and switches. Once it is the target, the system updates one component after another."
              links={[{ text: 'System Update', href: DOCS.systemUpdate }]}
            />
          </>
        }
      />
      <div className="flex flex-col gap-6">
        {status.data && <SupportBox status={status.data} />}
        {status.error && !status.data ? (
          <Failed
            what="The status of the update"
            error={status.error}
            onRetry={() => void status.refetch()}
          />
        ) : (
          <>
            <StatusTable status={status.data} />
            {status.data && <Components status={status.data} />}
          </>
        )}
        <ReleasesCard
          list={list.data}
          status={status.data}
          space={space}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
        <TrustRootsCard />
      </div>
      <Outlet />
    </>
  )
}

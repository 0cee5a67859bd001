import { Outlet } from '@tanstack/react-router'
import Waypoints from 'lucide-react/icons/waypoints'
import { useMemo } from 'react'
import { pathTo } from '../../app/paths.ts'
import { useQuickActions } from '../../app/quick-actions/store.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { AllowListCard } from './allow-list-card.tsx'
import { useRefusal } from './refusal.ts'
import { Sessions } from './sessions.tsx'
import { SettingsCard } from './settings-card.tsx'

const ACTIONS = [{ label: 'Edit allow list', href: pathTo('/system/networking/rack/allow-list') }]

/** The page of the network around the rack: the allow list, settings of the fleet, and sessions with routers. */
export function RackNetworkPage() {
  const refusal = useRefusal()
  useQuickActions(
    'Actions',
    useMemo(() => (refusal === null ? ACTIONS : []), [refusal]),
  )
  return (
    <>
      <PageHeader title="Rack network" icon={<Waypoints />} />
      <div className="flex flex-col gap-6">
        <AllowListCard />
        <SettingsCard />
        <Sessions />
      </div>
      <Outlet />
    </>
  )
}

import { Outlet } from '@tanstack/react-router'
import Settings from 'lucide-react/icons/settings'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { useSiloTabs } from './tabs.ts'
import { useSilo } from './use-silo.ts'

/** The page of the caller's own silo, for its admins: users, identity providers and certificates. */
export function OwnSiloPage() {
  const { silo, at } = useSilo()
  const tabs = useSiloTabs()
  return (
    <>
      <PageHeader title="Silo settings" icon={<Settings />}>
        <p className="mt-1 text-sm text-text-muted">
          The users of <strong className="font-medium text-text">{silo.name}</strong>, how they sign in, and
          its TLS certificates.
        </p>
      </PageHeader>
      <RouteTabs label="Silo settings" tabs={tabs} resource={{ id: silo.id, history: at('history') }}>
        <Outlet />
      </RouteTabs>
    </>
  )
}

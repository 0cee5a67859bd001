import { Outlet } from '@tanstack/react-router'
import BellRing from 'lucide-react/icons/bell-ring'
import { RouteTabs } from '../../app/history/route-tabs.tsx'
import { pathTo } from '../../app/paths.ts'
import { PageHeader } from '../../ui/page/page-header.tsx'

const TABS = [
  { label: 'Alerts', path: pathTo('/system/alerting/alerts') },
  { label: 'Receivers', path: pathTo('/system/alerting/receivers') },
]

/** The heading and the tabs above the lists of alerts and of what gets them. */
export const AlertingPage = () => (
  <>
    <PageHeader title="Alerting" icon={<BellRing />} />
    <RouteTabs label="Alerting" tabs={TABS}>
      <Outlet />
    </RouteTabs>
  </>
)

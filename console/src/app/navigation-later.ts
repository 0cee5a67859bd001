import BellRing from 'lucide-react/icons/bell-ring'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleArrowUp from 'lucide-react/icons/circle-arrow-up'
import UserIcon from 'lucide-react/icons/circle-user-round'
import Cloud from 'lucide-react/icons/cloud'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import KeyRound from 'lucide-react/icons/key-round'
import KeySquare from 'lucide-react/icons/key-square'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import ListChecks from 'lucide-react/icons/list-checks'
import LogIn from 'lucide-react/icons/log-in'
import Monitor from 'lucide-react/icons/monitor'
import Network from 'lucide-react/icons/network'
import ScrollText from 'lucide-react/icons/scroll-text'
import Server from 'lucide-react/icons/server'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Waypoints from 'lucide-react/icons/waypoints'
import { AlertBadge } from './alerts/badge.tsx'
import { SystemIssueBadge } from './issues/badges.tsx'
import { type Sidebars, withExtensions } from './navigation.ts'

/** The sidebars of areas whose routes load after the first page. */
export const laterSidebars: Sidebars = {
  settings: [
    { path: '/settings/profile', label: 'Profile', icon: UserIcon },
    { path: '/settings/ssh-keys', label: 'SSH Keys', icon: KeyRound },
    { path: '/settings/access-tokens', label: 'Access Tokens', icon: KeySquare },
    { path: '/settings/bulk-jobs', label: 'Bulk Jobs', icon: ListChecks, when: withExtensions },
    { path: '/settings/sign-in', label: 'Sign-in', icon: LogIn, when: withExtensions },
    { path: '/settings/sessions', label: 'Sessions', icon: Monitor, when: withExtensions },
  ],
  system: [
    { path: '/system/silos', label: 'Silos', icon: Cloud },
    { path: '/system/utilization', label: 'Utilization', icon: ChartColumn },
    { path: '/system/metrics', label: 'Metrics', icon: ChartLine },
    { path: '/system/inventory', label: 'Inventory', icon: Server },
    { path: '/system/networking/ip-pools', label: 'IP Pools', icon: Network },
    { path: '/system/networking/subnet-pools', label: 'Subnet Pools', icon: Grid2x2 },
    { path: '/system/networking/rack', label: 'Rack network', icon: Waypoints },
    { path: '/system/update', label: 'System Update', icon: CircleArrowUp },
    { path: '/system/access', label: 'Fleet Access', icon: ShieldCheck },
    {
      path: '/system/issues',
      label: 'Issues',
      icon: CircleAlert,
      badge: SystemIssueBadge,
      when: withExtensions,
    },
    { path: '/system/alerting', label: 'Alerting', icon: BellRing, badge: AlertBadge },
    { path: '/system/support-bundles', label: 'Support bundles', icon: LifeBuoy },
    { path: '/system/audit-log', label: 'Audit log', icon: ScrollText },
  ],
}

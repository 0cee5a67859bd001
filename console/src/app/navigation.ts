import type { CallOutput } from '@granary/contract/call.ts'
import type { LucideIcon } from 'lucide-react'
import Camera from 'lucide-react/icons/camera'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartLine from 'lucide-react/icons/chart-line'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Disc from 'lucide-react/icons/disc-3'
import Folder from 'lucide-react/icons/folder'
import Gauge from 'lucide-react/icons/gauge'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import HardDrive from 'lucide-react/icons/hard-drive'
import MapPin from 'lucide-react/icons/map-pin'
import Monitor from 'lucide-react/icons/monitor'
import Network from 'lucide-react/icons/network'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Split from 'lucide-react/icons/split'
import { type ComponentType, useMemo } from 'react'
import { hasExtensions } from '../api/extensions.ts'
import type { Area } from './crumbs.ts'
import { SiloIssueBadge } from './issues/badges.tsx'
import type { Path } from './paths.ts'
import { useCurrentUser } from './session.ts'
import type { CountedKind } from './use-project-counts.ts'

/** An entry of a sidebar, whose path has `$project` where the caller fills in the project. */
export type Destination = {
  path: Path
  label: string
  icon: LucideIcon
  /** What the sidebar of a project counts beside the label. */
  counts?: CountedKind
  /** Renders a count beside the label from data of its own. */
  badge?: ComponentType
  /** Which users see it; all of them by default. */
  when?: (user: CallOutput<'currentUserView'>) => boolean
}

/** The condition of pages that only a server with extensions has. */
export const withExtensions = (): boolean => hasExtensions() === true

/** The entries of sidebars, from top to bottom. */
export type Sidebars = Readonly<Partial<Record<Area, readonly Destination[]>>>

/**
 * The sidebars that the first page may show. A list of its own and not part of the routes, because most routes load after
 * the first page. The other sidebars load with the routes of their areas (`navigation-later.ts`).
 */
let sidebars: Sidebars = {
  silo: [
    { path: '/projects', label: 'Projects', icon: Folder },
    { path: '/instances', label: 'All instances', icon: Monitor, when: withExtensions },
    { path: '/images', label: 'Images', icon: Disc },
    { path: '/utilization', label: 'Utilization', icon: ChartColumn },
    { path: '/access', label: 'Silo Access', icon: ShieldCheck },
    { path: '/silo', label: 'Silo settings', icon: Settings, when: ({ siloAdmin }) => siloAdmin },
    { path: '/issues', label: 'Issues', icon: CircleAlert, badge: SiloIssueBadge, when: withExtensions },
  ],
  project: [
    { path: '/projects/$project/overview', label: 'Overview', icon: Gauge, when: withExtensions },
    { path: '/projects/$project/instances', label: 'Instances', icon: Monitor, counts: 'instances' },
    { path: '/projects/$project/disks', label: 'Disks', icon: HardDrive, counts: 'disks' },
    { path: '/projects/$project/snapshots', label: 'Snapshots', icon: Camera, counts: 'snapshots' },
    { path: '/projects/$project/images', label: 'Images', icon: Disc, counts: 'images' },
    { path: '/projects/$project/vpcs', label: 'VPCs', icon: Network, counts: 'vpcs' },
    { path: '/projects/$project/floating-ips', label: 'Floating IPs', icon: MapPin, counts: 'floatingIps' },
    {
      path: '/projects/$project/external-subnets',
      label: 'External Subnets',
      icon: Grid2x2,
      counts: 'externalSubnets',
    },
    { path: '/projects/$project/affinity', label: 'Affinity Groups', icon: Split, counts: 'affinity' },
    { path: '/projects/$project/metrics', label: 'Metrics', icon: ChartLine },
    { path: '/projects/$project/access', label: 'Project Access', icon: ShieldCheck },
  ],
}

/** Adds the sidebars of areas whose routes have loaded. */
export const addSidebars = (more: Sidebars): void => void (sidebars = { ...sidebars, ...more })

/** Returns the paths of the lists that a sidebar counts. */
export const listsOf = (area: Area): Path[] =>
  (sidebars[area] ?? []).flatMap(({ path, counts }) => (counts ? path : []))

/** Returns the entries of a sidebar that the current user sees, in their order. */
export function useDestinations(area: Area): readonly Destination[] {
  const user = useCurrentUser()
  return useMemo(() => (sidebars[area] ?? []).filter(({ when }) => when?.(user) ?? true), [area, user])
}

import type { CallOutput } from '@granary/contract/call.ts'
import Camera from 'lucide-react/icons/camera'
import Disc from 'lucide-react/icons/disc-3'
import Grid2x2 from 'lucide-react/icons/grid-2x2'
import HardDrive from 'lucide-react/icons/hard-drive'
import type { LucideIcon } from 'lucide-react'
import MapPin from 'lucide-react/icons/map-pin'
import Monitor from 'lucide-react/icons/monitor'
import Network from 'lucide-react/icons/network'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Split from 'lucide-react/icons/split'
import { pathTo } from '../../app/paths.ts'

export type Recent = CallOutput<'projectOverview'>['recent'][number]

const ICONS: Record<Recent['kind'], LucideIcon> = {
  instance: Monitor,
  disk: HardDrive,
  snapshot: Camera,
  'project-image': Disc,
  'floating-ip': MapPin,
  'external-subnet': Grid2x2,
  vpc: Network,
  'affinity-group': Split,
  'anti-affinity-group': Split,
  'project-policy': ShieldCheck,
}

/** The icon of a kind, as in the sidebar. */
export function ChangeIcon({ kind }: { kind: Recent['kind'] }) {
  const Icon = ICONS[kind]
  return <Icon aria-hidden />
}

/** Returns the URL of the page that shows a resource of a project. */
export function pageOf({ kind, name }: Recent, project: string): string {
  if (name === null || kind === 'project-policy') return pathTo('/projects/$project/access', { project })
  switch (kind) {
    case 'instance':
      return pathTo('/projects/$project/instances/$instance/storage', { project, instance: name })
    case 'disk':
      return pathTo('/projects/$project/disks/$disk', { project, disk: name })
    case 'snapshot':
      return `${pathTo('/projects/$project/snapshots', { project })}?name=${name}`
    case 'project-image':
      return pathTo('/projects/$project/images/$image', { project, image: name })
    case 'floating-ip':
      return `${pathTo('/projects/$project/floating-ips', { project })}?name=${name}`
    case 'external-subnet':
      return pathTo('/projects/$project/external-subnets', { project })
    case 'vpc':
      return pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc: name })
    case 'affinity-group':
      return pathTo('/projects/$project/affinity-groups/$affinityGroup', { project, affinityGroup: name })
    case 'anti-affinity-group':
      return pathTo('/projects/$project/affinity/$antiAffinityGroup', { project, antiAffinityGroup: name })
  }
}

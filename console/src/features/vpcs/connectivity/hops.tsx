import type { CallOutput } from '@granary/contract/call.ts'
import { Link } from '@tanstack/react-router'
import Globe from 'lucide-react/icons/globe'
import MapPin from 'lucide-react/icons/map-pin'
import Network from 'lucide-react/icons/network'
import DoorOpen from 'lucide-react/icons/door-open'
import Server from 'lucide-react/icons/server'
import ShieldCheck from 'lucide-react/icons/shield-check'
import ShieldX from 'lucide-react/icons/shield-x'
import Waypoints from 'lucide-react/icons/waypoints'
import type { ComponentType, ReactNode } from 'react'
import { type VpcPath, useVpcPath } from '../use-vpc.ts'

export type Explanation = CallOutput<'vpcExplain'>
export type Hop = Explanation['there'][number]

const LINK = 'text-accent underline'
const VPC = '/projects/$project/vpcs/$vpc'

const InstanceLink = ({ name }: { name: string }) => (
  <Link
    to="/projects/$project/instances/$instance/networking"
    params={{ project: useVpcPath().project, instance: name }}
    className={LINK}
  >
    {name}
  </Link>
)

/** Returns the heading of a hop, with a link to the resource that decides. */
function headingOf(hop: Hop, path: VpcPath): ReactNode {
  switch (hop.type) {
    case 'interface':
      return (
        <>
          Instance <InstanceLink name={hop.interface.instance.name} />
        </>
      )
    case 'subnet':
      return (
        <>
          Subnet{' '}
          <Link
            to={`${VPC}/subnets/$subnet/edit`}
            params={{ ...path, subnet: hop.subnet.name }}
            className={LINK}
          >
            {hop.subnet.name}
          </Link>
        </>
      )
    case 'firewall':
      return (
        <>
          {hop.direction === 'inbound' ? 'Inbound' : 'Outbound'} firewall{hop.rule && ': '}
          {hop.rule && (
            <Link
              to={`${VPC}/firewall-rules/$rule/edit`}
              params={{ ...path, rule: hop.rule.name }}
              className={LINK}
            >
              {hop.rule.name}
            </Link>
          )}
        </>
      )
    case 'route':
      return hop.route ? (
        <>
          Route{' '}
          <Link
            to={`${VPC}/routers/$router/routes/$route/edit`}
            params={{ ...path, router: hop.route.router.name, route: hop.route.name }}
            className={LINK}
          >
            {hop.route.name}
          </Link>
        </>
      ) : (
        'No route'
      )
    case 'gateway':
      return (
        <>
          Gateway{' '}
          <Link
            to={`${VPC}/internet-gateways/$gateway`}
            params={{ ...path, gateway: hop.gateway.name }}
            className={LINK}
          >
            {hop.gateway.name}
          </Link>
        </>
      )
    case 'external_ip':
      return `External IP ${hop.address}`
    case 'internet':
      return 'Internet'
  }
}

const ICONS: Record<Exclude<Hop['type'], 'firewall'>, ComponentType<{ className?: string }>> = {
  interface: Server,
  subnet: Network,
  route: Waypoints,
  gateway: DoorOpen,
  external_ip: MapPin,
  internet: Globe,
}
const iconOf = (hop: Hop) => {
  if (hop.type !== 'firewall') return ICONS[hop.type]
  return hop.action === 'allow' ? ShieldCheck : ShieldX
}

/** One way as a list of hops. @param stops the last hop is where the packets stop. */
export function Hops({ label, hops, stops }: { label: string; hops: readonly Hop[]; stops: boolean }) {
  const path = useVpcPath()
  return (
    <ol aria-label={label} className="flex flex-col">
      {hops.map((hop, index) => {
        const Icon = iconOf(hop)
        const isLast = index === hops.length - 1
        const isStop = stops && isLast
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a way may come to the same place twice
          <li key={index} className="flex gap-3">
            <div className="flex flex-col items-center">
              <span
                className={`flex size-7 shrink-0 items-center justify-center rounded-full border ${isStop ? 'border-danger/45 bg-danger-soft text-danger' : 'border-border bg-surface-raised text-text-muted'}`}
              >
                <Icon className="size-4" />
              </span>
              {!isLast && <span className="w-px grow bg-border" />}
            </div>
            <div className={`min-w-0 wrap-anywhere ${isLast ? '' : 'pb-4'}`}>
              <div className="font-medium">{headingOf(hop, path)}</div>
              <p className={`text-sm ${isStop ? 'text-danger' : 'text-text-muted'}`}>{hop.text}</p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

import { pathTo } from './paths.ts'

/** A resource that a user may open. */
type Opened = {
  kind:
    | 'project'
    | 'instance'
    | 'disk'
    | 'snapshot'
    | 'image'
    | 'vpc'
    | 'floating-ip'
    | 'external-subnet'
    | 'affinity-group'
    | 'anti-affinity-group'
    | 'vpc-subnet'
    | 'vpc-router'
    | 'internet-gateway'
  name: string
  /** Null outside of projects. */
  projectName: string | null
  /** Of what lies in a VPC. */
  vpcName?: string | null | undefined
}

/** Returns the page of a resource; undefined if it has none. */
export function pathOfResource({
  kind,
  name,
  projectName: project,
  vpcName: vpc,
}: Opened): string | undefined {
  if (!project) return kind === 'image' ? pathTo('/images/$image', { image: name }) : undefined
  switch (kind) {
    case 'project':
      return pathTo('/projects/$project/instances', { project: name })
    case 'instance':
      return pathTo('/projects/$project/instances/$instance/storage', { project, instance: name })
    case 'disk':
      return pathTo('/projects/$project/disks/$disk', { project, disk: name })
    case 'snapshot':
      return `${pathTo('/projects/$project/snapshots', { project })}?name=${name}`
    case 'image':
      return pathTo('/projects/$project/images/$image', { project, image: name })
    case 'vpc':
      return pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project, vpc: name })
    case 'floating-ip':
      return pathTo('/projects/$project/floating-ips', { project })
    case 'external-subnet':
      return pathTo('/projects/$project/external-subnets', { project })
    case 'affinity-group':
      return pathTo('/projects/$project/affinity-groups/$affinityGroup', { project, affinityGroup: name })
    case 'anti-affinity-group':
      return pathTo('/projects/$project/affinity/$antiAffinityGroup', { project, antiAffinityGroup: name })
    default:
      return vpc ? pathInVpc(kind, { project, vpc }, name) : undefined
  }
}

function pathInVpc(
  kind: 'vpc-subnet' | 'vpc-router' | 'internet-gateway',
  path: { project: string; vpc: string },
  name: string,
): string {
  switch (kind) {
    case 'vpc-subnet':
      return pathTo('/projects/$project/vpcs/$vpc/subnets/$subnet/edit', { ...path, subnet: name })
    case 'vpc-router':
      return pathTo('/projects/$project/vpcs/$vpc/routers/$router', { ...path, router: name })
    case 'internet-gateway':
      return pathTo('/projects/$project/vpcs/$vpc/internet-gateways/$gateway', { ...path, gateway: name })
  }
}

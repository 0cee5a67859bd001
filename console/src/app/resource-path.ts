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
  name: string
  /** Null outside of projects. */
  projectName: string | null
}

/** Returns the page of a resource; undefined if it has none. */
export function pathOfResource({ kind, name, projectName: project }: Opened): string | undefined {
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
  }
}

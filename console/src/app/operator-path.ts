import { pathTo } from './paths.ts'
import { pathOfResource } from './resource-path.ts'

/** A resource that an entry of a log or an alert is about. */
type Subject = {
  kind: string
  id: string
  name: string | null
  siloId: string | null
  /** Unknown where an entry doesn't state it. */
  projectName?: string | null
}

/**
 * Returns the page where an operator sees a resource; undefined if it has none, and for what is in projects of other silos.
 * @param ownSilo ID of the operator's silo.
 */
export function operatorPath({ kind, id, name, siloId, projectName }: Subject, ownSilo: string) {
  switch (kind) {
    case 'silo':
      return name === null ? undefined : pathTo('/system/silos/$silo', { silo: name })
    case 'silo-user':
      return siloId === null
        ? undefined
        : pathTo('/system/silos/$silo/users/$userId', { silo: siloId, userId: id })
    case 'certificate':
      return siloId === null ? undefined : pathTo('/system/silos/$silo/certificates', { silo: siloId })
    case 'ip-pool':
      return name === null ? undefined : pathTo('/system/networking/ip-pools/$pool', { pool: name })
    case 'subnet-pool':
      return name === null ? undefined : pathTo('/system/networking/subnet-pools/$pool', { pool: name })
    case 'sled':
      return pathTo('/system/inventory/sleds/$sledId', { sledId: id })
    case 'rack':
      return pathTo('/system/inventory/racks/$rackId', { rackId: id })
    case 'rack-membership':
      return pathTo('/system/inventory/racks')
    case 'physical-disk':
      return pathTo('/system/inventory/disks')
    case 'switch':
      return pathTo('/system/inventory/switches')
    case 'networking-settings':
    case 'bfd-session':
      return pathTo('/system/networking/rack')
    case 'target-release':
    case 'system-update':
    case 'tuf-repo':
    case 'updates-trust-root':
      return pathTo('/system/update')
    case 'support-bundle':
      return pathTo('/system/support-bundles/$bundleId', { bundleId: id })
    case 'alert':
      return pathTo('/system/alerting/alerts/$alertId', { alertId: id })
    case 'alert-receiver':
      return pathTo('/system/alerting/receivers/$receiver', { receiver: id })
    default:
      return siloId === ownSilo ? pathInProject({ kind, id, name, siloId, projectName }) : undefined
  }
}

function pathInProject({ kind, id, name, projectName }: Subject): string | undefined {
  if (kind === 'instance' && projectName === undefined)
    return pathTo('/lookup/instances/$instance', { instance: id })
  if (name === null) return undefined
  const known = kind.replace(/^(project|silo)-image$/, 'image') as Parameters<
    typeof pathOfResource
  >[0]['kind']
  // A renamed project has its new name in the history.
  return pathOfResource({ kind: known, name, projectName: (kind === 'project' ? name : projectName) ?? null })
}

import type { CallOutput } from '@granary/contract/call.ts'
import { pathTo } from '../../app/paths.ts'
import { pathOfResource } from '../../app/resource-path.ts'

export type Issue = CallOutput<'issueList'>['items'][number]

/** The titles of the checks. */
export const TITLES: Record<Issue['check'], string> = {
  'instance-failed': 'Failed instances',
  'instance-waiting': 'Instances that wait to start',
  'sled-not-in-service': 'Sleds not in service',
  'certificate-expiring': 'Certificates near their end',
  'quota-nearly-full': 'Quotas nearly full',
  'ip-pool-nearly-full': 'IP pools nearly full',
  'upload-unfinished': 'Unfinished uploads',
  'disk-unattached': 'Unattached disks',
  'floating-ip-unused': 'Unused floating IPs',
}

/** Returns the page where the issue can be fixed; undefined where the user can't. */
export function fixOf(issue: Issue, isFleet: boolean): string | undefined {
  const { resourceKind: kind, resourceName: name, projectName, siloName: silo } = issue
  switch (kind) {
    case 'certificate':
      return isFleet
        ? pathTo('/system/silos/$silo/certificates', { silo: silo! })
        : pathTo('/silo/certificates')
    case 'silo':
      return isFleet ? pathTo('/system/silos/$silo/quotas', { silo: silo! }) : undefined
    case 'sled':
      return pathTo('/system/inventory/sleds/$sledId/instances', { sledId: issue.resourceId })
    case 'ip-pool':
      return pathTo('/system/networking/ip-pools/$pool', { pool: name })
    default:
      return pathOfResource({ kind, name, projectName })
  }
}

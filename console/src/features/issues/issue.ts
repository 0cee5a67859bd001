import type { CallOutput } from '@granary/contract/call.ts'
import { pathTo } from '../../app/paths.ts'
import { pathOfResource } from '../../app/resource-path.ts'

export type Issue = CallOutput<'issueList'>['items'][number]

/** The titles of the checks. */
export const TITLES: Record<Issue['check'], string> = {
  'instance-failed': 'Failed instances',
  'instance-waiting': 'Instances that wait to start',
  'update-suspended': 'Suspended updates',
  'update-waiting': 'Updates that wait for components',
  'sled-not-in-service': 'Sleds not in service',
  'network-gap': 'Networks that hosts can’t carry out in full',
  'certificate-expiring': 'Certificates near their end',
  'quota-nearly-full': 'Quotas nearly full',
  'ip-pool-nearly-full': 'IP pools nearly full',
  'subnet-pool-nearly-full': 'Subnet pools nearly full',
  'group-cannot-place': 'Groups that can’t place all members',
  'group-without-spare-sled': 'Groups without a spare sled',
  'firewall-rule-unused': 'Firewall rules that never match',
  'upload-unfinished': 'Unfinished uploads',
  'disk-unattached': 'Unattached disks',
  'floating-ip-unused': 'Unused floating IPs',
}

/** What an operator does about an issue in the projects of a silo: they may not see these, so they ask its users. */
const ASK = 'Show users'

/**
 * Returns the page where the issue can be fixed, with the words on its link; undefined where the user can't.
 * @param ownSilo name of the silo whose projects the user sees, if any.
 */
export function fixOf(
  issue: Issue,
  isFleet: boolean,
  ownSilo: string | null,
): { label: string; href: string } | undefined {
  const href = fixPath(issue, isFleet)
  const asks = isFleet && issue.resourceKind === 'silo' && issue.check !== 'quota-nearly-full'
  // In their own silo operators see the resources themselves.
  if (asks && issue.resourceName === ownSilo) return { label: 'Show issues', href: pathTo('/issues') }
  return href === undefined ? undefined : { label: asks ? ASK : 'Fix', href }
}

function fixPath(issue: Issue, isFleet: boolean): string | undefined {
  const { resourceKind: kind, resourceName: name, projectName, siloName: silo } = issue
  switch (kind) {
    case 'certificate':
      return isFleet
        ? pathTo('/system/silos/$silo/certificates', { silo: silo! })
        : pathTo('/silo/certificates')
    case 'silo':
      return isFleet ? fixOfSilo(issue) : pathTo('/utilization')
    case 'sled':
      return pathTo('/system/inventory/sleds/$sledId/instances', { sledId: issue.resourceId })
    case 'target-release':
      return pathTo('/system/update')
    case 'ip-pool':
      return pathTo('/system/networking/ip-pools/$pool', { pool: name })
    case 'subnet-pool':
      return pathTo('/system/networking/subnet-pools/$pool', { pool: name })
    case 'vpc':
      return pathTo('/projects/$project/vpcs/$vpc/firewall-rules', { project: projectName!, vpc: name })
    case 'vpc-firewall-rule':
      return pathTo('/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit', {
        project: projectName!,
        vpc: issue.parentName!,
        rule: name,
      })
    default:
      return pathOfResource({ kind, name, projectName })
  }
}

/** Operators change the quota of a silo themselves. */
const fixOfSilo = ({ check, resourceName: silo }: Issue): string =>
  check === 'quota-nearly-full'
    ? pathTo('/system/silos/$silo/quotas', { silo })
    : pathTo('/system/silos/$silo/users', { silo })

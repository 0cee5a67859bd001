import { parseFilter } from '@granary/domain/list-filter/grammar.ts'
import { FILTER_FIELDS, type FilteredId } from '../kit/lists/filter-fields.ts'
import { pathTo } from '../paths.ts'
import type { QuickAction } from './store.ts'

type List = readonly [title: string, operation: FilteredId, path: string]

const listsOf = (project: string | undefined, isFleetViewer: boolean): List[] => [
  ...(project === undefined
    ? []
    : ([
        ['Instances', 'instanceList', pathTo('/projects/$project/instances', { project })],
        ['Disks', 'diskList', pathTo('/projects/$project/disks', { project })],
        ['Snapshots', 'snapshotList', pathTo('/projects/$project/snapshots', { project })],
        ['Images', 'imageList', pathTo('/projects/$project/images', { project })],
        ['Floating IPs', 'floatingIpList', pathTo('/projects/$project/floating-ips', { project })],
        [
          'External subnets',
          'externalSubnetList',
          pathTo('/projects/$project/external-subnets', { project }),
        ],
        ['VPCs', 'vpcList', pathTo('/projects/$project/vpcs', { project })],
        ['Affinity groups', 'affinityGroupList', pathTo('/projects/$project/affinity', { project })],
      ] as const)),
  ['Instances of all projects', 'siloInstanceList', pathTo('/instances')],
  ['Projects', 'projectList', pathTo('/projects')],
  ['SSH keys', 'currentUserSshKeyList', pathTo('/settings/ssh-keys')],
  ['Access tokens', 'currentUserAccessTokenList', pathTo('/settings/access-tokens')],
  ...(isFleetViewer
    ? ([
        ['Silos', 'siloList', pathTo('/system/silos')],
        ['IP pools', 'systemIpPoolList', pathTo('/system/networking/ip-pools')],
        ['Subnet pools', 'systemSubnetPoolList', pathTo('/system/networking/subnet-pools')],
        ['Sleds', 'sledList', pathTo('/system/inventory/sleds')],
        ['Physical disks', 'physicalDiskList', pathTo('/system/inventory/disks')],
        ['Alerts', 'alertList', pathTo('/system/alerting/alerts')],
        ['Alert receivers', 'alertReceiverList', pathTo('/system/alerting/receivers')],
      ] as const)
    : []),
]

/**
 * Returns the lists that a text with a field filters, such as `state:failed`; none for plain words.
 * @param isFleetViewer whether the user can see the lists of the system.
 */
export function matchingLists(
  text: string,
  project: string | undefined,
  isFleetViewer: boolean,
): QuickAction[] {
  if (!text.includes(':')) return []
  return listsOf(project, isFleetViewer).flatMap(([title, operation, path]) => {
    const { terms } = parseFilter(text, FILTER_FIELDS[operation])
    if (!terms?.some(({ field }) => field !== null)) return []
    return {
      label: `${title} matching ${text}`,
      isAlways: true,
      href: `${path}?${new URLSearchParams({ name: text })}`,
    }
  })
}

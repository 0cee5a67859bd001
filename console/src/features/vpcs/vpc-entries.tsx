import {
  internetGatewayList,
  vpcDelete,
  vpcFirewallRulesView,
  vpcRouterList,
  vpcSubnetList,
} from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { useOperation } from '../../api/operate.ts'
import { allQuery, apiQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { toastChanged } from '../../kinds/network/toast.tsx'
import type { MenuAction } from '../../ui/menu/entries.ts'
import { confirmDelete } from '../../ui/overlay/confirm.tsx'
import { LookingUp } from '../../ui/overlay/looking-up.tsx'
import { MessageBox } from '../../ui/message-box.tsx'

type Named = { id: string; name: string }

/** Returns the menu entries of a VPC. @param onDeleted leaves the page of a deleted VPC. */
export function useVpcEntries(project: string, onDeleted?: () => Promise<unknown>) {
  const deleteVpc = useOperation(vpcDelete, { waits: true })
  const remove = async ({ id, name }: Named) => {
    await deleteVpc({ path: { vpc: id } })
    toastChanged('VPC', name, 'deleted')
    await onDeleted?.()
  }
  return (vpc: Named): MenuAction[] => [
    { label: 'Edit', href: pathTo('/projects/$project/vpcs/$vpc/edit', { project, vpc: vpc.name }) },
    {
      label: 'Delete',
      danger: true,
      onAction: () => void confirmDelete('VPC', vpc.name, () => remove(vpc), <Plan vpc={vpc.id} />),
    },
  ]
}

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** What goes with a VPC, and the subnets that keep it from being deleted. */
function Plan({ vpc }: { vpc: string }) {
  const input = { query: { vpc } }
  const subnets = useQuery({ ...allQuery(vpcSubnetList, input), throwOnError: false })
  const routers = useQuery({ ...allQuery(vpcRouterList, input), throwOnError: false })
  const gateways = useQuery({ ...allQuery(internetGatewayList, input), throwOnError: false })
  const rules = useQuery({ ...apiQuery(vpcFirewallRulesView, input), throwOnError: false })
  const all = [subnets, routers, gateways, rules]
  if (all.some(({ isPending }) => isPending)) return <LookingUp />
  if (!subnets.data || !routers.data || !gateways.data || !rules.data)
    return <p>Also deletes its routers, internet gateways and firewall rules.</p>
  const parts = [
    counted(routers.data.length, 'router'),
    counted(gateways.data.length, 'internet gateway'),
    counted(rules.data.rules.length, 'firewall rule'),
  ]
  return (
    <>
      <p>
        Also deletes {parts.slice(0, -1).join(', ')} and {parts.at(-1)}.
      </p>
      {subnets.data.length > 0 && (
        <MessageBox variant="notice" className="mt-3">
          The VPC has {counted(subnets.data.length, 'subnet')}, so it can't be deleted yet. Delete its subnets
          first: {subnets.data.map(({ name }) => name).join(', ')}.
        </MessageBox>
      )}
    </>
  )
}

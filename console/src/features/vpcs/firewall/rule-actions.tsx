import { useQueryClient } from '@tanstack/react-query'
import { pathTo } from '../../../app/paths.ts'
import { ActionsMenu } from '../../../ui/menu/actions-menu.tsx'
import { confirmDelete } from '../../../ui/overlay/confirm.tsx'
import type { VpcPath } from '../use-vpc.ts'
import { changeRules, removing, type Rule } from './rules.ts'

/** The menu of a firewall rule. */
export function RuleActions({ path, vpcId, rule }: { path: VpcPath; vpcId: string; rule: Rule }) {
  const queryClient = useQueryClient()
  const place = { ...path, rule: rule.name }
  return (
    <ActionsMenu
      id={rule.id}
      partOf={vpcId}
      entries={[
        {
          label: 'Edit',
          href: pathTo('/projects/$project/vpcs/$vpc/firewall-rules/$rule/edit', place),
        },
        { label: 'Clone', href: pathTo('/projects/$project/vpcs/$vpc/firewall-rules-new/$rule', place) },
        {
          label: 'Delete',
          danger: true,
          onAction: () =>
            void confirmDelete('firewall rule', rule.name, () =>
              changeRules(queryClient, vpcId, removing(rule)),
            ),
        },
      ]}
    />
  )
}

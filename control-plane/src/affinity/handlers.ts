import { handlers } from '../kit/handler.ts'
import { instance } from '../instances/resource.ts'
import { find } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import { takePage } from '../kit/pagination.ts'
import { project } from '../projects/resource.ts'
import { antiAffinityGroup } from './resource.ts'

export const affinityHandlers = handlers({
  antiAffinityGroupList: async (context, { query }) => {
    const found = await find(context, project, query, 'list_children')
    return listNamed(context, antiAffinityGroup, { project_id: found.row.id }, query)
  },

  antiAffinityGroupView: async (context, { path, query }) =>
    antiAffinityGroup.view((await find(context, antiAffinityGroup, { ...query, ...path }, 'read')).row),

  antiAffinityGroupMemberList: async (context, { path, query }) => {
    const found = await find(context, antiAffinityGroup, { ...query, ...path }, 'list_children')
    const members = context.db
      .selectFrom('instance')
      .innerJoin('anti_affinity_group_member as member', 'member.instance_id', 'instance.id')
      .select(['instance.id', 'instance.name', 'instance.run_state'])
      .where('member.group_id', '=', found.row.id)
    const keys = { name: 'instance.name', id: 'instance.id' }
    const { rows, nextPage } = await takePage(members, query, keys, (row, by) => row[by])
    return {
      items: rows.map(({ id, name, run_state: runState }) => ({
        type: 'instance' as const,
        value: { id, name, runState },
      })),
      nextPage,
    }
  },

  instanceAntiAffinityGroupList: async (context, { path, query }) => {
    const found = await find(context, instance, { ...query, ...path }, 'read')
    const groups = context.db
      .selectFrom('anti_affinity_group')
      .innerJoin('anti_affinity_group_member as member', 'member.group_id', 'anti_affinity_group.id')
      .selectAll('anti_affinity_group')
      .where('member.instance_id', '=', found.row.id)
    const keys = { name: 'anti_affinity_group.name', id: 'anti_affinity_group.id' }
    const { rows, nextPage } = await takePage(groups, query, keys, (row, by) => row[by])
    return { items: rows.map(antiAffinityGroup.view), nextPage }
  },
})

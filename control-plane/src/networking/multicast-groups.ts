import { handlers } from '../kinds/handler.ts'
import { findGroup, multicastGroup, visibleGroups } from '../kinds/multicast-group.ts'
import { memberships, membershipView, multicastMember } from '../kinds/multicast-member.ts'
import { may, ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import { joinGroup, leaveGroup } from '../shared/network/multicast.ts'

export const multicastGroupHandlers = handlers({
  multicastGroupList: async (context, { query }) => {
    const keys = { name: 'multicast_group.name', id: 'multicast_group.id', namesRepeat: true }
    const { rows, nextPage } = await takePage(visibleGroups(context), query, keys, (row, by) => row[by])
    return { items: rows.map((row) => multicastGroup.view(row)), nextPage }
  },

  multicastGroupView: async (context, { path }) =>
    multicastGroup.view(await findGroup(context, path.multicastGroup)),

  multicastGroupMemberList: async (context, { path, query }) => {
    const { id } = await findGroup(context, path.multicastGroup)
    return pageOf(readableMemberships(context).where('multicast_group_id', '=', id), query)
  },

  instanceMulticastGroupList: async (context, { query, found }) =>
    pageOf(memberships(context).where('instance_id', '=', found.row.id), query),

  instanceMulticastGroupJoin: async (context, { path, body, found }) => {
    const spec = { ...body, group: path.multicastGroup }
    return multicastMember.view(await joinGroup(context, found, spec, null))
  },

  instanceMulticastGroupLeave: async (context, { path, found }) =>
    leaveGroup(context, found, await findGroup(context, path.multicastGroup)),
})

/** Selects the memberships of the instances that the caller may read. */
function readableMemberships(context: Context) {
  const { siloId, grants } = actorOf(context)
  const inSilo = memberships(context)
    .innerJoin('project', 'project.id', 'instance.project_id')
    .where('project.silo_id', '=', siloId)
  if (may(context, ownSilo(context), 'list_contents')) return inSilo
  return inSilo.where(isOneOf(context.engine, 'project.id', [...grants.projects.keys()]))
}

async function pageOf(query: ReturnType<typeof memberships>, page: PageQuery) {
  const keys = { id: 'multicast_group_member.id' }
  const { rows, nextPage } = await takePage(query, page, keys, (row) => row.id)
  return { items: rows.map(membershipView), nextPage }
}

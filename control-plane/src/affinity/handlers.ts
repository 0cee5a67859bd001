import type { AffinityGroupRow } from '../database/schema.ts'
import { instance } from '../kinds/instance.ts'
import { refreshStartProblem } from '../shared/placement/start-problem.ts'
import type { Context } from '../kit/context.ts'
import { notFound } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { find, type Selectors } from '../kit/lookup.ts'
import { createNamed, deleteNamed, identityChanges, listNamed, updateNamed } from '../kit/named.ts'
import { type PageQuery, takePage } from '../kit/pagination.ts'
import { project } from '../kinds/project.ts'
import { addMember, findPair, isMember, memberView, removeMember } from '../shared/placement/members.ts'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../kinds/affinity-group.ts'

type Request = { path: Selectors; query: Selectors }
type Rule = { name: string; description: string; policy: 'allow' | 'fail'; failureDomain: 'sled' }
type Change = Parameters<typeof identityChanges>[0]

/** What can be done with groups of a kind; both kinds are handled alike. */
function operationsOn(kind: GroupKind) {
  const selectors = ({ path, query }: Request): Selectors => ({ ...query, ...path })
  return {
    list: async (context: Context, { query }: { query: Selectors & PageQuery }) => {
      const found = await find(context, project, query, 'list_contents')
      const { items, nextPage } = await listNamed(context, kind, { project_id: found.row.id }, query)
      return { items: await withCounts(context, kind, items), nextPage }
    },
    create: async (context: Context, { query, body }: { query: Selectors; body: Rule }) => {
      const { row, scope } = await find(context, project, query, 'modify_contents')
      const { policy, failureDomain } = body
      const own = { project_id: row.id, policy, failure_domain: failureDomain }
      return { ...kind.view(await createNamed(context, kind, scope, body, own)), memberCount: 0 }
    },
    view: async (context: Context, request: Request) =>
      withCount(context, kind, (await find(context, kind, selectors(request), 'read')).row),
    update: async (context: Context, request: Request & { body: Change }) => {
      const found = await find(context, kind, selectors(request), 'modify_contents')
      return withCount(context, kind, await updateNamed(context, kind, found, identityChanges(request.body)))
    },
    delete: async (context: Context, request: Request) =>
      deleteNamed(context, kind, await find(context, kind, selectors(request), 'modify_contents')),
    members: async (context: Context, { path, query }: { path: Selectors; query: Selectors & PageQuery }) => {
      const found = await find(context, kind, selectors({ path, query }), 'list_contents')
      const members = context.db
        .selectFrom('instance')
        .innerJoin(`${membersOf(kind)} as member`, 'member.instance_id', 'instance.id')
        .select(['instance.id', 'instance.name', 'instance.run_state'])
        .where('member.group_id', '=', found.row.id)
      const keys = { name: 'instance.name', id: 'instance.id' }
      const { rows, nextPage } = await takePage(members, query, keys, (row, by) => row[by])
      return { items: rows.map(memberView), nextPage }
    },
    member: async (context: Context, request: Request) => {
      const { group, member } = await findPair(context, kind, selectors(request), 'read')
      if (!(await isMember(context, kind, group.row.id, member.row.id)))
        throw notFound(`${kind.kind}-member`, { id: member.row.id })
      return memberView(member.row)
    },
    add: async (context: Context, request: Request) => {
      const { group, member } = await findPair(context, kind, selectors(request), 'modify_contents')
      await addMember(context, kind, group, member.row)
      await refreshStartProblem(context, member)
      return memberView(member.row)
    },
    remove: async (context: Context, request: Request) => {
      const { group, member } = await findPair(context, kind, selectors(request), 'modify_contents')
      await removeMember(context, kind, group, member.row)
      await refreshStartProblem(context, member)
    },
    ofInstance: async (
      context: Context,
      { path, query }: { path: Selectors; query: Selectors & PageQuery },
    ) => {
      const found = await find(context, instance, selectors({ path, query }), 'read')
      const groups = context.db
        .selectFrom(`${kind.table} as group`)
        .innerJoin(`${membersOf(kind)} as member`, 'member.group_id', 'group.id')
        .selectAll('group')
        .where('member.instance_id', '=', found.row.id)
      const keys = { name: 'group.name', id: 'group.id' }
      const { rows, nextPage } = await takePage(groups, query, keys, (row, by) => row[by])
      return { items: await withCounts(context, kind, rows.map(kind.view)), nextPage }
    },
  }
}

type View = ReturnType<GroupKind['view']>

/** Groups with how many members each has, in one query. */
async function withCounts<Group extends View>(context: Context, kind: GroupKind, groups: Group[]) {
  const counts = await context.db
    .selectFrom(membersOf(kind))
    .select(['group_id', (select) => select.fn.countAll().as('count')])
    .where('group_id', 'in', ['', ...groups.map(({ id }) => id)])
    .groupBy('group_id')
    .execute()
  const of = new Map(counts.map(({ group_id, count }) => [group_id, Number(count)]))
  return groups.map((group) => ({ ...group, memberCount: of.get(group.id) ?? 0 }))
}

const withCount = async (context: Context, kind: GroupKind, row: AffinityGroupRow) =>
  (await withCounts(context, kind, [kind.view(row)]))[0]!

const together = operationsOn(affinityGroup)
const apart = operationsOn(antiAffinityGroup)

export const affinityHandlers = handlers({
  affinityGroupList: together.list,
  affinityGroupCreate: together.create,
  affinityGroupView: together.view,
  affinityGroupUpdate: together.update,
  affinityGroupDelete: together.delete,
  affinityGroupMemberList: together.members,
  affinityGroupMemberInstanceView: together.member,
  affinityGroupMemberInstanceAdd: together.add,
  affinityGroupMemberInstanceDelete: together.remove,
  instanceAffinityGroupList: together.ofInstance,
  antiAffinityGroupList: apart.list,
  antiAffinityGroupCreate: apart.create,
  antiAffinityGroupView: apart.view,
  antiAffinityGroupUpdate: apart.update,
  antiAffinityGroupDelete: apart.delete,
  antiAffinityGroupMemberList: apart.members,
  antiAffinityGroupMemberInstanceView: apart.member,
  antiAffinityGroupMemberInstanceAdd: apart.add,
  antiAffinityGroupMemberInstanceDelete: apart.remove,
  instanceAntiAffinityGroupList: apart.ofInstance,
})

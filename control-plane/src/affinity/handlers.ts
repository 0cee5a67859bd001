import { present } from '../kit/base/present.ts'
import type { Tag } from '@granary/domain/tags.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { AffinityGroupRow } from '../database/schema.ts'
import { instance } from '../kinds/instance.ts'
import { refreshStartProblem } from '../shared/placement/start-problem.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find, type Found, type Selectors } from '../kit/resources/lookup.ts'
import { identityChanges, type ListQuery, listNamed } from '../kit/resources/named.ts'
import { takePage } from '../kit/request/pagination.ts'
import { memberView } from '../kinds/affinity-member.ts'
import { addMember, isMember, removeMember } from '../shared/placement/members.ts'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../kinds/affinity-group.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'

type Query = Selectors & ListQuery
type InProject = { found: Found<'project'> }
type OnGroup = { found: Found<'anti_affinity_group'> }
type OnMember = OnGroup & { path: { instance: string } }
type Rule = {
  name: string
  description: string
  tags?: readonly Tag[] | undefined
  policy: 'allow' | 'fail'
  failureDomain: 'sled'
}
type Change = Parameters<typeof identityChanges>[0]

/** The operations on groups of a kind; both kinds share the code. */
const operationsOn = (kind: GroupKind, room: 'affinityGroups' | 'antiAffinityGroups') => ({
  list: async (context: Context, { query, found }: InProject & { query: Query }) => {
    const { items, ...page } = await listNamed(context, kind, { project_id: found.row.id }, query)
    return { items: await withCounts(context, kind, items), ...page }
  },
  create: async (context: Context, { body, found }: InProject & { body: Rule }) => {
    await requireRoom(context, room, found.row.id)
    const { policy, failureDomain } = body
    const own = { project_id: found.row.id, policy, failure_domain: failureDomain }
    return { ...kind.view(await kind.create(context, found.scope, body, own)), memberCount: 0 }
  },
  view: (context: Context, { found }: OnGroup) => withCount(context, kind, found.row),
  update: async (context: Context, { body, found }: OnGroup & { body: Change }) =>
    withCount(context, kind, await kind.update(context, found, identityChanges(body))),
  delete: (context: Context, { found }: OnGroup) => kind.remove(context, found),
  members: async (context: Context, { query, found }: OnGroup & { query: Query }) => {
    const members = context.db
      .selectFrom('instance')
      .innerJoin(`${membersOf(kind)} as member`, 'member.instance_id', 'instance.id')
      .select(['instance.id', 'instance.name', 'instance.run_state'])
      .where('member.group_id', '=', found.row.id)
    const keys = { name: 'instance.name', id: 'instance.id' }
    const { rows, nextPage } = await takePage(members, query, keys, (row, by) => row[by])
    return { items: rows.map(memberView), nextPage }
  },
  member: async (context: Context, { path, found }: OnMember) => {
    const { row } = await findMember(context, found, path.instance)
    if (!(await isMember(context, kind, found.row.id, row.id)))
      throw notFound(`${kind.kind}-member`, { id: row.id })
    return memberView(row)
  },
  add: async (context: Context, { path, found }: OnMember) => {
    const member = await findMember(context, found, path.instance)
    await addMember(context, kind, found, member.row)
    await refreshStartProblem(context, member)
    return memberView(member.row)
  },
  remove: async (context: Context, { path, found }: OnMember) => {
    const member = await findMember(context, found, path.instance)
    await removeMember(context, kind, found, member.row)
    await refreshStartProblem(context, member)
  },
  ofInstance: async (context: Context, { query, found }: { query: Query; found: Found<'instance'> }) => {
    const groups = context.db
      .selectFrom(`${kind.table} as group`)
      .innerJoin(`${membersOf(kind)} as member`, 'member.group_id', 'group.id')
      .selectAll('group')
      .where('member.instance_id', '=', found.row.id)
    const keys = { name: 'group.name', id: 'group.id' }
    const { rows, nextPage } = await takePage(groups, query, keys, (row, by) => row[by])
    return {
      items: await withCounts(
        context,
        kind,
        rows.map((row) => kind.view(row)),
      ),
      nextPage,
    }
  },
})

/** The instance named in a member request, in the project of its group. @throws ApiError 400 or 404. */
const findMember = (context: Context, { row }: OnGroup['found'], nameOrId: string) =>
  find(
    context,
    instance,
    { instance: nameOrId, ...(isUuid(nameOrId) ? {} : { project: row.project_id }) },
    'read',
  )

type View = ReturnType<GroupKind['view']>

/** Groups with their member counts, in one query. */
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
  present((await withCounts(context, kind, [kind.view(row)]))[0], 'the group')

const together = operationsOn(affinityGroup, 'affinityGroups')
const apart = operationsOn(antiAffinityGroup, 'antiAffinityGroups')

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

import { storedJson } from '../../kit/base/stored-json.ts'
import type { JoinSpec } from './join-spec.ts'
import { normalizeIp } from '@granary/domain/ip.ts'
import { isSourceSpecific, MAX_MULTICAST_GROUPS, sourceProblem } from '@granary/domain/multicast.ts'
import type { MulticastGroupRow } from '../../database/schema.ts'
import { lookUpGroup, multicastGroup } from '../../kinds/multicast-group.ts'
import { type Membership, multicastMember } from '../../kinds/multicast-member.ts'
import { atField } from '../../kit/base/at-field.ts'
import { fleet } from '../../kit/resources/authorization.ts'
import type { Context } from '../../kit/context/context.ts'
import { invalidRequest, notFound } from '../../kit/base/errors.ts'
import type { Found } from '../../kit/resources/lookup.ts'
import { findOrCreateGroup } from './multicast-address.ts'

/**
 * Adds an instance to a multicast group, which is created if its name or address has none. Replaces the sources of a
 * member.
 * @param path field of the request that names the group; null if its path does.
 * @throws ApiError 400 for wrong sources or an instance at its limit, 404 for the ID of no group.
 */
export async function joinGroup(
  context: Context,
  { row: member, scope }: Found<'instance'>,
  spec: JoinSpec,
  path: string | null,
): Promise<Membership> {
  const group = await findOrCreateGroup(context, spec, path)
  const sources = sourcesOf(spec, group)
  const before = await membershipOf(context, { row: member, scope }, group)
  if (!before) {
    if (!context.services.compute.facts().multicast)
      throw invalidRequest('the network of this server carries no multicast packets')
    await refuseFull(context, member.id)
  }
  const joined = before
    ? await multicastMember.setSources(context, before, sources)
    : await multicastMember.create(context, { group, member, scope }, sources)
  await summarize(context, group)
  return joined
}

/** Removes an instance from a multicast group. @throws ApiError 404 if it is no member. */
export async function leaveGroup(
  context: Context,
  found: Found<'instance'>,
  group: MulticastGroupRow,
): Promise<void> {
  const membership = await membershipOf(context, found, group)
  if (!membership) throw notFound('multicast-group-member', { name: found.row.name })
  await multicastMember.remove(context, membership)
  await summarize(context, group)
}

/** Joins the groups of a request, and leaves all others. @throws ApiError 400 and 404 as `joinGroup`. */
export async function replaceGroups(
  context: Context,
  found: Found<'instance'>,
  specs: readonly JoinSpec[],
): Promise<void> {
  const kept = new Set<string>()
  for (const { group } of specs) {
    const known = await lookUpGroup(context, group)
    if (known) kept.add(known.id)
  }
  // Before any join, so that the limit counts the groups of the request only.
  for (const group of await groupsOf(context, found.row.id))
    if (!kept.has(group.id)) await leaveGroup(context, found, group)
  const joined = new Set<string>()
  for (const [index, spec] of specs.entries())
    await atField(`multicast_groups[${index}]`, async () => {
      const { group } = await joinGroup(context, found, spec, 'group')
      if (joined.has(group.id))
        throw invalidRequest(`multicast group "${spec.group}" is listed more than once`).at(
          'group',
          'duplicate',
        )
      joined.add(group.id)
    })
}

/** Removes an instance from all of its multicast groups. */
export const leaveAllGroups = (context: Context, found: Found<'instance'>): Promise<void> =>
  replaceGroups(context, found, [])

const groupsOf = ({ db }: Context, instanceId: string): Promise<MulticastGroupRow[]> =>
  db
    .selectFrom('multicast_group')
    .innerJoin('multicast_group_member', 'multicast_group_id', 'multicast_group.id')
    .selectAll('multicast_group')
    .where('instance_id', '=', instanceId)
    .orderBy('multicast_group.name')
    .execute()

async function membershipOf(
  { db }: Context,
  { row: member, scope }: Found<'instance'>,
  group: MulticastGroupRow,
): Promise<Membership | null> {
  const row = await db
    .selectFrom('multicast_group_member')
    .selectAll()
    .where('multicast_group_id', '=', group.id)
    .where('instance_id', '=', member.id)
    .executeTakeFirst()
  return row ? { row, group, member, scope } : null
}

function sourcesOf({ sourceIps }: JoinSpec, group: MulticastGroupRow): string[] {
  const { multicastIp } = multicastGroup.view(group)
  const sources = sourceIps ?? []
  for (const [index, source] of sources.entries()) {
    const problem = sourceProblem(source, multicastIp)
    if (problem)
      throw invalidRequest(`source ${source}: ${problem}`).at(`source_ips[${index}]`, 'not_allowed', problem)
  }
  if (sources.length === 0 && isSourceSpecific(multicastIp))
    throw invalidRequest(`multicast group ${multicastIp} is source-specific: name its sources`).at(
      'source_ips',
      'required',
    )
  return [...new Set(sources.map(normalizeIp))].toSorted()
}

async function refuseFull({ db }: Context, instanceId: string): Promise<void> {
  const { count } = await db
    .selectFrom('multicast_group_member')
    .select((select) => select.fn.countAll().as('count'))
    .where('instance_id', '=', instanceId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= MAX_MULTICAST_GROUPS)
    throw invalidRequest(`an instance may not join more than ${MAX_MULTICAST_GROUPS} multicast groups`)
}

/** Updates the sources of a group to those of its members. A group without members is deleted. */
async function summarize(context: Context, { id }: MulticastGroupRow): Promise<void> {
  const row = await context.db
    .selectFrom('multicast_group')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const members = await context.db
    .selectFrom('multicast_group_member')
    .select('source_ips')
    .where('multicast_group_id', '=', id)
    .execute()
  if (members.length === 0) return multicastGroup.remove(context, { row, scope: fleet })
  const lists = members.map((member) => storedJson<string[]>(member.source_ips))
  const source_ips = JSON.stringify([...new Set(lists.flat())].toSorted())
  const has_any_source_member = lists.some((sources) => sources.length === 0) ? 1 : 0
  if (source_ips === row.source_ips && has_any_source_member === row.has_any_source_member) return
  await multicastGroup.update(context, { row, scope: fleet }, { source_ips, has_any_source_member })
}

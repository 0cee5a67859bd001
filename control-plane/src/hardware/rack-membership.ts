import { present } from '../kit/base/present.ts'
import type { SledIdentity } from '@granary/compute/equipment.ts'
import type { RackMembershipRow } from '../database/schema.ts'
import { handlers } from '../kinds/handler.ts'
import {
  committedMembership,
  identityKey,
  membershipRow,
  membersOf,
  newestMembership,
  rackMembership,
  rackMembershipView,
} from '../kinds/rack-membership.ts'
import { conflict, invalidValue, notFound } from '../kit/base/errors.ts'
import { type Context, now } from '../kit/context/context.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { equipmentOf } from '../shared/placement/inventory.ts'
import { findRow } from './rows.ts'

export const rackMembershipHandlers = handlers({
  rackMembershipStatus: async (context, { path: { rackId }, query: { version } }) => {
    const row = version === undefined ? null : await findVersion(context, rackId, version)
    return rackMembershipView(row ?? (await findNewest(context, rackId)))
  },

  rackMembershipAddSleds: async (context, { path: { rackId }, body }) => {
    const newest = await findNewest(context, rackId)
    if (newest.state === 'in_progress')
      throw conflict(`version ${newest.version} of the members is in progress: wait for it, or abort it`)
    const added = new Map<string, SledIdentity>(
      body.sledIds.map(({ partNumber: part, serialNumber: serial }) => [
        identityKey({ part, serial }),
        { part, serial },
      ]),
    )
    if (added.size === 0) throw invalidValue('sled_ids', 'too_short', 'must name at least one sled')
    const members = membersOf((await committedMembership(context, rackId)) ?? newest)
    requireSpare(context, rackId, { members, added })
    const row = membershipRow(context, {
      rackId,
      version: newest.version + 1,
      members: [...members, ...added.values()],
      unacknowledged: [...added.values()],
    })
    return rackMembershipView(await rackMembership.create(context, fleet, row))
  },

  rackMembershipAbort: async (context, { path: { rackId } }) => {
    const newest = await findNewest(context, rackId)
    if (newest.state !== 'in_progress')
      throw conflict(`no change is in progress: version ${newest.version} is ${newest.state}`)
    const values = { state: 'aborted' as const, time_aborted: now(context) }
    return rackMembershipView(await rackMembership.update(context, { row: newest, scope: fleet }, values))
  },
})

async function findNewest(context: Context, rackId: string): Promise<RackMembershipRow> {
  await findRow(context, 'rack', 'rack', rackId)
  // Every rack has a version from the report that brought it.
  return present(await newestMembership(context, rackId), 'the membership')
}

async function findVersion(context: Context, rackId: string, version: number): Promise<RackMembershipRow> {
  await findRow(context, 'rack', 'rack', rackId)
  const row = await context.db
    .selectFrom('rack_membership')
    .selectAll()
    .where('rack_id', '=', rackId)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw notFound('rack-membership', { name: `version ${version}` })
  return row
}

/** @throws ApiError 400 for a sled that is a member, or that the driver does not report as uninitialized in the rack. */
function requireSpare(
  { services }: Context,
  rackId: string,
  sleds: { members: readonly SledIdentity[]; added: ReadonlyMap<string, SledIdentity> },
): void {
  const members = new Set(sleds.members.map(identityKey))
  const spare = new Set(
    equipmentOf(services).uninitializedSleds.flatMap((sled) =>
      sled.rackId === rackId ? [identityKey(sled.baseboard)] : [],
    ),
  )
  for (const [key, { part, serial }] of sleds.added) {
    const name = `the sled with part number ${part} and serial number ${serial}`
    if (members.has(key))
      throw invalidValue('sled_ids', 'not_allowed', `${name} is a member of the rack already`)
    if (!spare.has(key))
      throw invalidValue('sled_ids', 'not_found', `${name} is not an uninitialized sled of the rack`)
  }
}

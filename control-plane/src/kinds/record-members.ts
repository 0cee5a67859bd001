import type { SledIdentity } from '@granary/compute/equipment.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'
import {
  committedMembership,
  identityKey,
  membershipRow,
  membersOf,
  newestMembership,
  rackMembership,
} from './rack-membership.ts'

type Reported = { baseboard: SledIdentity; rackId: string }

/**
 * Makes the members of each rack follow the hardware: sleds that came or went without a request make a new version. A
 * member that waits to be put to use stays, and so does everything while a change is in progress.
 * The first report of an empty database is not logged.
 */
export async function recordMembers(
  context: Context,
  {
    sleds,
    uninitialized,
    isFirst,
  }: { sleds: readonly Reported[]; uninitialized: readonly Reported[]; isFirst: boolean },
): Promise<void> {
  for (const [rackId, those] of Map.groupBy(sleds, (sled) => sled.rackId)) {
    const newest = await newestMembership(context, rackId)
    if (newest?.state === 'in_progress') continue
    const committed = await committedMembership(context, rackId)
    const before = committed ? membersOf(committed) : []
    const reported = keysOf(those)
    const present = new Set([...reported, ...keysOf(uninitialized)])
    const known = new Set(before.map(identityKey))
    const isSame =
      before.every((each) => present.has(identityKey(each))) && [...reported].every((key) => known.has(key))
    if (committed && isSame) continue
    const kept = before.filter((each) => present.has(identityKey(each)) && !reported.has(identityKey(each)))
    const members = [...kept, ...those.map(({ baseboard }) => baseboard)]
    const version = (newest?.version ?? 0) + 1
    const row = membershipRow(context, { rackId, version, members, unacknowledged: [] })
    if (!isFirst) await rackMembership.create(context, fleet, row)
    else
      await rawWriter(context)
        .insertInto('rack_membership')
        .values(row)
        // Another server may have stored the same report.
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
}

const keysOf = (sleds: readonly Reported[]): Set<string> =>
  new Set(sleds.map(({ baseboard }) => identityKey(baseboard)))

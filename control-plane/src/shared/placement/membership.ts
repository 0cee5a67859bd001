import { DriverError } from '@granary/compute/driver-error.ts'
import type { SledIdentity } from '@granary/compute/equipment.ts'
import type { RackMembershipRow } from '../../database/schema.ts'
import {
  acknowledge,
  committedMembership,
  identityKey,
  membersOf,
  unacknowledgedOf,
} from '../../kinds/rack-membership.ts'
import { describeError } from '../../kit/base/describe-error.ts'
import type { Services } from '../../kit/context/services.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'

/**
 * Carries on with the changes of racks: asks new members whether they are ready, commits a change that all of them
 * acknowledged, and puts committed members to use. A sled that does not answer is asked again at the next call.
 * @param inUse the sleds that the driver last reported; empty if it was not asked yet.
 */
export async function changeMembers(services: Services, inUse: readonly SledIdentity[]): Promise<void> {
  const racks = await services.db.selectFrom('rack').select('id').orderBy('id').execute()
  const running = await services.db
    .selectFrom('rack_membership')
    .selectAll()
    .where('state', '=', 'in_progress')
    .execute()
  for (const row of running) await askMembers(services, row)
  const known = new Set(inUse.map(identityKey))
  for (const { id } of racks) {
    const committed = await committedMembership(services, id)
    for (const sled of committed ? membersOf(committed) : [])
      if (!known.has(identityKey(sled))) await carryOut(services, 'addSled', sled)
  }
}

async function askMembers(services: Services, { id, ...row }: RackMembershipRow): Promise<void> {
  const ready = new Set<string>()
  for (const sled of unacknowledgedOf(row))
    if (await carryOut(services, 'prepareSled', sled)) ready.add(identityKey(sled))
  if (ready.size === 0) return
  await inTransaction(systemContext(services, 'rack_membership_acknowledge'), async (context) => {
    const current = await context.db
      .selectFrom('rack_membership')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    // An operator may have aborted the change while the sled was asked.
    if (current?.state !== 'in_progress') return
    const others = unacknowledgedOf(current).filter((sled) => !ready.has(identityKey(sled)))
    await acknowledge(context, current, others)
  })
}

/** @returns whether the driver has done it. One faulty sled must not keep the rest of the hardware from being stored. */
async function carryOut(
  { compute, log }: Services,
  command: 'prepareSled' | 'addSled',
  sled: SledIdentity,
): Promise<boolean> {
  try {
    await compute[command](sled)
    return true
  } catch (error) {
    if (!(error instanceof DriverError)) throw error
    log('warn', 'sled is not ready', { ...sled, command, error: describeError(error) })
    return false
  }
}

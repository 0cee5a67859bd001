import { storedJson } from '../kit/base/stored-json.ts'
import type { SledIdentity } from '@granary/compute/equipment.ts'
import type { RackMembershipRow } from '../database/schema.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { type Context, now } from '../kit/context/context.ts'
import { logged } from '../kit/resources/logged.ts'

/** Returns the members of a version. */
export const membersOf = ({ members }: Pick<RackMembershipRow, 'members'>): SledIdentity[] =>
  storedJson<SledIdentity[]>(members)

/** Returns the members of a version that did not yet say that they are ready. */
export const unacknowledgedOf = ({
  unacknowledged,
}: Pick<RackMembershipRow, 'unacknowledged'>): SledIdentity[] => storedJson<SledIdentity[]>(unacknowledged)

/** Returns the text that tells two sleds apart. */
export const identityKey = ({ part, serial }: SledIdentity): string => JSON.stringify([part, serial])

const baseboardIds = (sleds: readonly SledIdentity[]) =>
  sleds.map(({ part, serial }) => ({ partNumber: part, serialNumber: serial }))

/** Returns a version in its API form. */
export const rackMembershipView = (row: RackMembershipRow) => ({
  rackId: row.rack_id,
  version: row.version,
  state: row.state,
  members: baseboardIds(membersOf(row)),
  unacknowledgedMembers: baseboardIds(unacknowledgedOf(row)),
  timeCreated: row.time_created,
  timeCommitted: row.time_committed,
  timeAborted: row.time_aborted,
})

/** A version of a rack's members. Writes go through the functions below. */
export const rackMembership = logged({
  kind: 'rack-membership',
  table: 'rack_membership',
  name: ({ version }) => `version ${version}`,
  parentColumn: 'rack_id',
  view: rackMembershipView,
})

const newestFirst = ({ db }: Pick<Context, 'db'>, rackId: string) =>
  db
    .selectFrom('rack_membership')
    .selectAll()
    .where('rack_id', '=', rackId)
    .orderBy('version', 'desc')
    .limit(1)

/** Returns the newest version of a rack; undefined if the rack is unknown. */
export const newestMembership = (
  context: Pick<Context, 'db'>,
  rackId: string,
): Promise<RackMembershipRow | undefined> => newestFirst(context, rackId).executeTakeFirst()

/** Returns the newest version of a rack that was committed; undefined if the rack is unknown. */
export const committedMembership = (
  context: Pick<Context, 'db'>,
  rackId: string,
): Promise<RackMembershipRow | undefined> =>
  newestFirst(context, rackId).where('state', '=', 'committed').executeTakeFirst()

type NewVersion = {
  rackId: string
  version: number
  members: readonly SledIdentity[]
  unacknowledged: readonly SledIdentity[]
}

/** Returns the row of a new version: in progress while sleds are to acknowledge it, else committed. */
export function membershipRow(
  context: Context,
  { rackId, version, members, unacknowledged }: NewVersion,
): RackMembershipRow {
  const time = now(context)
  const isCommitted = unacknowledged.length === 0
  return {
    id: crypto.randomUUID(),
    rack_id: rackId,
    version,
    state: isCommitted ? 'committed' : 'in_progress',
    members: asText(members),
    unacknowledged: asText(unacknowledged),
    time_created: time,
    time_committed: isCommitted ? time : null,
    time_aborted: null,
  }
}

/** Notes which sleds are still to acknowledge a version, and commits it once none is. */
export const acknowledge = (
  context: Context,
  row: RackMembershipRow,
  unacknowledged: readonly SledIdentity[],
): Promise<RackMembershipRow> =>
  rackMembership.update(
    context,
    { row, scope: fleet },
    {
      unacknowledged: asText(unacknowledged),
      ...(unacknowledged.length === 0 && { state: 'committed', time_committed: now(context) }),
    },
  )

const asText = (sleds: readonly SledIdentity[]): string =>
  JSON.stringify(
    sleds
      .map(({ part, serial }) => ({ part, serial }))
      .sort((a, b) => (identityKey(a) < identityKey(b) ? -1 : 1)),
  )

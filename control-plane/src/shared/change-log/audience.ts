import { storedJson } from '../../kit/base/stored-json.ts'
import { mayOfSilo, mayRead, type Scope } from '../../kit/resources/authorization.ts'
import { OWNER_FIELD, POOL_FIELD } from '../../kit/log/change.ts'
import { actorOf, type Context } from '../../kit/context/context.ts'
import type { Services } from '../../kit/context/services.ts'
import type { ChangeLogRow } from '../../database/schema.ts'

type LoggedChange = Pick<ChangeLogRow, 'kind' | 'silo_id' | 'project_id' | 'before' | 'after'>

/** What decides who may hear about a change. */
export type Audience = {
  kind: string
  scope: Scope
  /** The user that a personal resource belongs to. */
  owner: string | undefined
  /** Users and groups that a policy gives or just gave a role. A user who loses it would otherwise keep a stale view. */
  concerned: ReadonlySet<string>
  /** Silos whose users all may hear about it: those that are linked to the pool of a multicast group. */
  silos: ReadonlySet<string>
}

const PERSONAL = new Set(['ssh-key', 'bulk-job', 'device-access-token'])
const NONE: ReadonlySet<string> = new Set()

/**
 * Reads the audience of a change, once for all streams.
 * @param linked silos by pool.
 */
export const audienceOf = (row: LoggedChange, linked: LinkedSilos): Audience => ({
  kind: row.kind,
  scope: { siloId: row.silo_id, projectId: row.project_id },
  owner: PERSONAL.has(row.kind) ? parsed<Personal>(row.after ?? row.before)[OWNER_FIELD] : undefined,
  concerned:
    row.kind === 'project-policy'
      ? new Set(
          [row.before, row.after].flatMap((policy) => parsed<Policy>(policy).roleAssignments ?? []).map(idOf),
        )
      : NONE,
  silos: linked.get(poolOf(row) ?? '') ?? NONE,
})

type LinkedSilos = ReadonlyMap<string, ReadonlySet<string>>

/** Reads which silos are linked to the pools of multicast groups among these changes. */
export async function linkedSilos(
  { db }: Pick<Services, 'db'>,
  changes: readonly LoggedChange[],
): Promise<LinkedSilos> {
  const pools = new Set(changes.flatMap((row) => poolOf(row) ?? []))
  if (pools.size === 0) return new Map()
  const links = await db
    .selectFrom('ip_pool_silo')
    .select(['ip_pool_id', 'silo_id'])
    .where('ip_pool_id', 'in', [...pools])
    .execute()
  const byPool = Map.groupBy(links, ({ ip_pool_id }) => ip_pool_id)
  return new Map([...byPool].map(([pool, its]) => [pool, new Set(its.map(({ silo_id }) => silo_id))]))
}

const poolOf = ({ kind, before, after }: LoggedChange): string | undefined =>
  kind === 'multicast-group' ? parsed<{ [POOL_FIELD]: string }>(after ?? before)[POOL_FIELD] : undefined

type Personal = { [OWNER_FIELD]?: string }
type Policy = { roleAssignments?: { identityId: string }[] }

const parsed = <View extends object>(text: string | null): Partial<View> =>
  storedJson<Partial<View>>(text ?? '{}')
const idOf = ({ identityId }: { identityId: string }) => identityId

/** Whether the caller may hear about a change. */
export function mayReceive(context: Context, { kind, scope, owner, concerned, silos }: Audience): boolean {
  const { userId, groupIds, siloId } = actorOf(context)
  if (kind === 'ssh-key' || kind === 'bulk-job') return owner === userId
  if (kind === 'device-access-token') return owner === userId || mayListTokens(context, scope)
  if (kind === 'scim-token' && scope.siloId) return mayOfSilo(context, scope.siloId, 'modify_identities')
  if (concerned.has(userId) || groupIds.some((id) => concerned.has(id))) return true
  return silos.has(siloId) || mayRead(context, scope, kind)
}

/** The same for a change long ago: a role that its policy gave then counts no longer. */
export const mayReadChange = (context: Context, audience: Audience): boolean =>
  mayReceive(context, { ...audience, concerned: NONE })

/** Whether the caller may list the access tokens of other users in this silo, as `userTokenList` does. */
const mayListTokens = (context: Context, { siloId }: Scope): boolean =>
  siloId === actorOf(context).siloId && mayOfSilo(context, siloId, 'modify_identities')

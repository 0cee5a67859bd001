import type { Amounts } from './amounts.ts'
import { writeUsagePoints, type UsagePoint } from './usage-point.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { quotaProblems } from '@granary/domain/sizes.ts'
import type { Context } from '../kit/context/context.ts'
import { insufficientCapacity } from '../kit/base/errors.ts'
import type { Reader } from '../kit/context/reader.ts'

/**
 * The scopes that count use: the project, its silo, and the sled that runs it. The use of the fleet is their sum, because
 * one row for it would make all starts wait for each other.
 */
export type ChargedScopes = { projectId: string | null; siloId: string; sledId?: string | null }

/** The request fields that ask for amounts, if it has any. */
export type AmountFields = { [Kind in keyof Amounts]?: string }

/**
 * Charges use to the silo's quota: CPU and memory when an instance starts, storage when a disk, a snapshot or an image is
 * created.
 * @throws ApiError 507 with the exceeded quota, the amount in use and the limit.
 */
export async function charge(
  context: Context,
  scopes: ChargedScopes,
  wanted: Amounts,
  fields: AmountFields = {},
): Promise<void> {
  await checkQuota(context, scopes.siloId, wanted, fields)
  await count(context, scopes, wanted)
}

/** @throws ApiError 507 if the charge would exceed the silo's quota; nothing is counted then. */
export async function checkQuota(
  context: Context,
  siloId: string,
  wanted: Amounts,
  fields: AmountFields = {},
): Promise<void> {
  const problems = quotaProblems({ ...(await quotaAndUse(context.db, siloId)), requested: wanted })
  const [first] = problems
  if (!first) return
  const error = insufficientCapacity(first.message)
  for (const { resource, message } of problems) {
    const field = fields[resource]
    if (field !== undefined) error.at(field, 'quota_exceeded', message)
  }
  throw error
}

/** Returns how many bytes of storage the silo's quota has left; less than 0 if it was lowered below the use. */
export async function freeStorage(db: Reader, siloId: string): Promise<number> {
  const { capacity, provisioned } = await quotaAndUse(db, siloId)
  return capacity.storage - provisioned.storage
}

async function quotaAndUse(db: Reader, siloId: string) {
  const counts = ['cpus', 'memory', 'storage'] as const
  const capacity = await db
    .selectFrom('silo_quota')
    .select(counts)
    .where('silo_id', '=', siloId)
    .executeTakeFirstOrThrow()
  const provisioned = await db
    .selectFrom('provisioned')
    .select(counts)
    .where('scope_id', '=', siloId)
    .executeTakeFirst()
  return { capacity, provisioned: provisioned ?? { cpus: 0, memory: 0, storage: 0 } }
}

/** Counts existing use, regardless of the quota. */
export const count = (context: Context, scopes: ChargedScopes, amounts: Amounts): Promise<void> =>
  add(context, scopesOf(scopes), amounts, 1)

/** Refunds a charge. */
export const release = (context: Context, scopes: ChargedScopes, amounts: Amounts): Promise<void> =>
  add(context, scopesOf(scopes), amounts, -1)

/** Moves a charge to another sled, or to another project of the silo. Null: neither. */
export async function transferUsage(
  context: Context,
  kind: 'sled' | 'project',
  from: string | null,
  to: string | null,
  amounts: Amounts,
): Promise<void> {
  if (from) await add(context, [[kind, from]], amounts, -1)
  if (to) await add(context, [[kind, to]], amounts, 1)
}

type ScopeRef = [kind: 'project' | 'silo' | 'sled', id: string]

function scopesOf({ projectId, siloId, sledId }: ChargedScopes): ScopeRef[] {
  const scopes: ScopeRef[] = projectId ? [['project', projectId]] : []
  scopes.push(['silo', siloId])
  if (sledId) scopes.push(['sled', sledId])
  return scopes
}

async function add(context: Context, scopes: ScopeRef[], amounts: Amounts, sign: 1 | -1): Promise<void> {
  const points: UsagePoint[] = []
  for (const [kind, scope_id] of scopes) {
    const change = {
      cpus: sign * amounts.cpus,
      memory: sign * amounts.memory,
      storage: sign * amounts.storage,
    }
    const after = await unlogged(context)
      .insertInto('provisioned')
      .values({ scope_id, ...change })
      .onConflict((conflict) =>
        conflict.column('scope_id').doUpdateSet((update) => ({
          cpus: update('provisioned.cpus', '+', change.cpus),
          memory: update('provisioned.memory', '+', change.memory),
          storage: update('provisioned.storage', '+', change.storage),
        })),
      )
      .returning(['cpus', 'memory', 'storage'])
      .executeTakeFirstOrThrow()
    // The load of a sled is the sum of its machines' counters.
    if (kind !== 'sled') points.push({ counter: kind, scopeId: scope_id, after, change })
  }
  await writeUsagePoints(context, points)
}

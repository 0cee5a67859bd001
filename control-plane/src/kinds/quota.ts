import type { Database } from '../database/schema.ts'
import { record } from '../kit/resources/changes.ts'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { Amounts } from './amounts.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { writeUsagePoints } from './usage-point.ts'

const AMOUNTS = ['cpus', 'memory', 'storage'] as const
const LABELS = { cpus: 'CPU', memory: 'memory', storage: 'storage' } as const

/** @throws ApiError 400 naming every quota that is negative or not exactly representable. */
export function refuseOutOfRange(
  doing: 'create' | 'update',
  amounts: { [Kind in keyof Amounts]?: number | null | undefined },
): void {
  const problems = AMOUNTS.flatMap((path) => {
    const problem = amountProblem(amounts[path] ?? 0)
    if (problem === null) return []
    return [{ path, code: 'out_of_range' as const, message: `${LABELS[path]} quota ${problem}` }]
  })
  const [first] = problems
  if (first) throw invalidRequest(`cannot ${doing} silo quota: ${first.message}`).also(problems)
}

function amountProblem(amount: number): string | null {
  if (amount < 0) return 'must not be negative'
  return amount > Number.MAX_SAFE_INTEGER ? `can be at most ${Number.MAX_SAFE_INTEGER}` : null
}

/** Returns the quotas of a silo in their API form. */
export const quotasView = ({ silo_id: siloId, cpus, memory, storage }: Database['silo_quota']) => ({
  siloId,
  cpus,
  memory,
  storage,
})

export const quotasOf = (db: Reader, siloId: string): Promise<Database['silo_quota']> =>
  db.selectFrom('silo_quota').selectAll().where('silo_id', '=', siloId).executeTakeFirstOrThrow()

type Silo = { id: string; name: string }

/** Sets the quotas of a new silo. */
export async function createQuotas(
  context: Context,
  silo: Silo,
  { cpus, memory, storage }: Amounts,
): Promise<void> {
  const row = { silo_id: silo.id, cpus, memory, storage }
  await rawWriter(context).insertInto('silo_quota').values(row).execute()
  await notePoint(context, silo.id, NOTHING, row)
  note(context, silo, null, row)
}

/** Updates quotas of a silo; null or absent fields stay. @returns the new quotas. */
export async function updateQuotas(
  context: Context,
  silo: Silo,
  change: { [Kind in keyof Amounts]?: number | null | undefined },
): Promise<Database['silo_quota']> {
  const before = await quotasOf(context.db, silo.id)
  const after = {
    silo_id: silo.id,
    cpus: change.cpus ?? before.cpus,
    memory: change.memory ?? before.memory,
    storage: change.storage ?? before.storage,
  }
  await rawWriter(context).updateTable('silo_quota').set(after).where('silo_id', '=', silo.id).execute()
  await notePoint(context, silo.id, before, after)
  note(context, silo, before, after)
  return after
}

/** Ends the counted quotas of a silo that is deleted. */
export const endQuotas = async (context: Context, siloId: string): Promise<void> =>
  notePoint(context, siloId, await quotasOf(context.db, siloId), NOTHING)

const NOTHING: Amounts = { cpus: 0, memory: 0, storage: 0 }

const notePoint = (context: Context, siloId: string, before: Amounts, after: Amounts): Promise<void> =>
  writeUsagePoints(context, [
    {
      counter: 'quota',
      scopeId: siloId,
      after,
      change: {
        cpus: after.cpus - before.cpus,
        memory: after.memory - before.memory,
        storage: after.storage - before.storage,
      },
    },
  ])

const note = (
  context: Context,
  { id, name }: Silo,
  before: Database['silo_quota'] | null,
  after: Database['silo_quota'],
): void =>
  record(context, {
    kind: 'silo-quotas',
    action: before ? 'updated' : 'created',
    id,
    name,
    siloId: id,
    projectId: null,
    parentId: null,
    before: before && quotasView(before),
    after: quotasView(after),
  })

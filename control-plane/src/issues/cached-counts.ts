import type { Context } from '../kit/context/context.ts'
import { actorOf } from '../kit/context/context.ts'

/** A count of issues, as the sidebar shows it. */
export type IssueCount = { count: number; isCapped: boolean }

type List = 'own' | 'fleet'

type Cached = { time: number; position: string; snoozes: string; answer: IssueCount }

/** Time for which a count holds although something has changed; milliseconds. Busy clouds change all the time. */
const HOLDS_MS = 30_000
/** Time after which nothing has to change: certificates and uploads become issues by themselves; milliseconds. */
const LASTS_MS = 300_000
/** More callers than these are forgotten. */
const MAX_CACHED = 2_000

/** Counts by the caller with their roles. */
const countsByCaller = () => new Map<string, Cached>()

/**
 * Returns the caller's count of a list, from memory unless something has changed since. Snoozes are read each time, because they
 * are not in the change log, and another server may have stored one.
 */
export async function cachedCount(
  context: Context,
  list: List,
  count: () => Promise<IssueCount>,
): Promise<IssueCount> {
  const counts = countsOf(context)
  const key = keyOf(context, list)
  const time = context.clock.now().getTime()
  const snoozes = await snoozesPosition(context)
  const last = counts.get(key)
  const known = last?.snoozes === snoozes ? last : undefined
  const age = known ? time - known.time : Infinity
  if (known && age >= 0 && age < HOLDS_MS) return known.answer
  const position = await latestChange(context)
  if (known && age >= 0 && age < LASTS_MS && known.position === position) return known.answer
  const answer = await shared(context, JSON.stringify([key, snoozes, position]), count)
  cache(counts, key, { time, position, snoozes, answer })
  return answer
}

/** Counts that are being made, by everything that they depend on. */
const runningCounts = () => new Map<string, Promise<IssueCount>>()

/** Makes a count once for callers that ask at the same time. When it fails, one of the waiting callers makes the next one. */
export async function shared(
  { services }: { services: Pick<Context['services'], 'state'> },
  key: string,
  count: () => Promise<IssueCount>,
): Promise<IssueCount> {
  const counts = services.state.of(runningCounts)
  for (let other = counts.get(key); other; other = counts.get(key)) {
    const answer = await other.catch(() => null)
    if (answer) return answer
  }
  const own = count().finally(() => counts.get(key) === own && counts.delete(key))
  counts.set(key, own)
  return own
}

/** Caches the count of a list that was just made, so that the sidebar says the same. */
export async function cacheCount(context: Context, list: List, answer: IssueCount): Promise<void> {
  const time = context.clock.now().getTime()
  const position = await latestChange(context)
  const snoozes = await snoozesPosition(context)
  cache(countsOf(context), keyOf(context, list), { time, position, snoozes, answer })
}

function cache(counts: Map<string, Cached>, key: string, value: Cached): void {
  if (counts.size >= MAX_CACHED) counts.clear()
  counts.set(key, value)
}

const countsOf = ({ services }: Context) => services.state.of(countsByCaller)

/** A caller whose roles change has another key, so nothing that they may no longer see is counted. */
function keyOf(context: Context, list: string): string {
  const { userId, grants } = actorOf(context)
  return JSON.stringify([list, userId, { ...grants, projects: [...grants.projects] }])
}

async function latestChange({ db }: Context): Promise<string> {
  const row = await db
    .selectFrom('change_log')
    .select(['transaction_id', 'seq'])
    .orderBy('transaction_id', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? `${row.transaction_id}-${row.seq}` : ''
}

/** Returns a text that changes when the caller snoozes or wakes an issue, or a snooze ends. */
async function snoozesPosition(context: Context): Promise<string> {
  const { count, newest } = await context.db
    .selectFrom('issue_snooze')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('until').as('newest')])
    .where('user_id', '=', actorOf(context).userId)
    .where('until', '>', context.clock.now().toISOString())
    .executeTakeFirstOrThrow()
  return `${count} ${newest}`
}

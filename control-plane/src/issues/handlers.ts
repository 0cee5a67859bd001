import { MAX_ISSUES } from '@granary/contract/issues.ts'
import { actorOf, type Context, now } from '../kit/context/context.ts'
import { invalidValue } from '../kit/base/errors.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { handlers } from '../kinds/handler.ts'
import type { Check, Issue } from './check.ts'
import { cacheCount, cachedCount } from './cached-counts.ts'
import { FLEET_CHECKS, SILO_CHECKS } from './checks.ts'
import { MAX_SNOOZE_MS, snoozesOf, snooze } from './snooze.ts'

export const issueHandlers = handlers({
  issueList: (context, { query }) => listOf(context, 'own', SILO_CHECKS, query.includeSnoozed),
  systemIssueList: (context, { query }) => listOf(context, 'fleet', FLEET_CHECKS, query.includeSnoozed),

  issueCount: (context) => cachedCount(context, 'own', () => countOf(context, SILO_CHECKS)),
  systemIssueCount: (context) => cachedCount(context, 'fleet', () => countOf(context, FLEET_CHECKS)),

  issueSnooze: async (context, { path, body }) => {
    const until = new Date(body.until)
    const ahead = until.getTime() - context.clock.now().getTime()
    if (ahead <= 0) throw invalidValue('until', 'out_of_range', 'the time is in the past')
    if (ahead > MAX_SNOOZE_MS) throw invalidValue('until', 'out_of_range', 'at most a year ahead is allowed')
    await snooze(context, path.issue, until.toISOString())
  },

  issueWake: async (context, { path }) => {
    await unlogged(context)
      .deleteFrom('issue_snooze')
      .where('user_id', '=', actorOf(context).userId)
      .where('issue', '=', path.issue)
      .execute()
  },
})

async function listOf(
  context: Context,
  list: 'own' | 'fleet',
  checks: readonly Check[],
  includeSnoozed: boolean | undefined,
) {
  const found = await issuesOf(context, checks, includeSnoozed)
  await cacheCount(context, list, { count: problemsIn(found.items), isCapped: found.capped.length > 0 })
  return found
}

/** Counts what does not work or soon may not. A hint costs nothing, so it is no reason to look. */
const problemsIn = (issues: readonly Issue[]): number =>
  issues.filter(({ severity, snoozedUntil }) => severity !== 'hint' && snoozedUntil === null).length

async function issuesOf(context: Context, checks: readonly Check[], includeSnoozed = false) {
  const snoozes = await snoozesOf(context, now(context))
  const found: Issue[] = []
  const capped: Check['check'][] = []
  for (const { find, ...check } of checks) {
    const answer = await find(context)
    const { found: some, isPartial } = Array.isArray(answer) ? { found: answer, isPartial: false } : answer
    if (isPartial || some.length > MAX_ISSUES) capped.push(check.check)
    for (const issue of some.slice(0, MAX_ISSUES)) {
      const id = `${check.check}:${issue.resourceId}`
      found.push({ id, ...check, parentName: null, ...issue, snoozedUntil: snoozes.get(id) ?? null })
    }
  }
  const awake = found.filter(({ snoozedUntil }) => snoozedUntil === null)
  return { items: includeSnoozed ? found : awake, capped, snoozed: found.length - awake.length }
}

async function countOf(context: Context, checks: readonly Check[]) {
  const { items, capped } = await issuesOf(context, checks)
  return { count: problemsIn(items), isCapped: capped.length > 0 }
}

import { actorOf, type Context } from '../kit/context/context.ts'
import { unlogged } from '../kit/sql/unlogged.ts'

/** The longest snooze; milliseconds. */
export const MAX_SNOOZE_MS = 366 * 86_400_000

/** Snoozes of one user. More replace those that end first. */
const MAX_SNOOZES = 500

/** Returns until when the caller has snoozed issues, by issue. */
export async function snoozesOf(context: Context, now: string): Promise<Map<string, string>> {
  const rows = await context.db
    .selectFrom('issue_snooze')
    .select(['issue', 'until'])
    .where('user_id', '=', actorOf(context).userId)
    .where('until', '>', now)
    .execute()
  return new Map(rows.map(({ issue, until }) => [issue, until]))
}

/** Snoozes an issue for the caller. */
export async function snooze(context: Context, issue: string, until: string): Promise<void> {
  const { userId } = actorOf(context)
  await unlogged(context)
    .insertInto('issue_snooze')
    .values({ user_id: userId, issue, until })
    .onConflict((conflict) => conflict.columns(['user_id', 'issue']).doUpdateSet({ until }))
    .execute()
  const kept = context.db
    .selectFrom('issue_snooze')
    .select('issue')
    .where('user_id', '=', userId)
    .orderBy('until', 'desc')
    .limit(MAX_SNOOZES)
  await unlogged(context)
    .deleteFrom('issue_snooze')
    .where('user_id', '=', userId)
    .where('issue', 'not in', kept)
    .execute()
}

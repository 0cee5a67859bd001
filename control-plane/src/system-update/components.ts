import type { UpdateComponentRow } from '../database/schema.ts'
import type { Context } from '../kit/context.ts'

const componentsOf = ({ db }: Pick<Context, 'db'>): Promise<UpdateComponentRow[]> =>
  db.selectFrom('update_component').selectAll().orderBy('id').execute()

/** Returns the release of a component as the status counts it. */
const releaseOf = ({ version, answers }: UpdateComponentRow): string =>
  answers === 0 ? 'unknown' : (version ?? 'install dataset')

/** Counts the components by the release that they run. */
export async function countByRelease(context: Pick<Context, 'db'>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const release of (await componentsOf(context)).map(releaseOf))
    counts[release] = (counts[release] ?? 0) + 1
  return counts
}

/** Whether a component still has to be updated to a release. */
export const isUnfinished = async (context: Pick<Context, 'db'>, version: string): Promise<boolean> =>
  (await componentsOf(context)).some((component) => releaseOf(component) !== version)

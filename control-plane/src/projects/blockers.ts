import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'

/** What keeps a project from being deleted, in the order in which it is looked for. */
const CONTENTS = [
  { table: 'instance', thing: 'an instance' },
  { table: 'disk', thing: 'a disk' },
  { table: 'external_ip', thing: 'a floating ip' },
  { table: 'image', thing: 'a project image' },
  { table: 'snapshot', thing: 'a snapshot' },
  { table: 'vpc', thing: 'a vpc' },
  { table: 'affinity_group', thing: 'an affinity group' },
  { table: 'anti_affinity_group', thing: 'an anti affinity group' },
] as const

/** @throws ApiError 400 naming the first thing that the project still contains. */
export async function refuseWhileInUse(context: Context, projectId: string): Promise<void> {
  for (const { table, thing } of CONTENTS) {
    // The tables of the list share these two columns.
    const row = await context.db
      .selectFrom(table as 'vpc')
      .select('name')
      .where('project_id', '=', projectId)
      .orderBy('name')
      .limit(1)
      .executeTakeFirst()
    if (row) throw invalidRequest(`project to be deleted contains ${thing}: ${row.name}`)
  }
}

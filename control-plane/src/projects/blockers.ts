import { PROJECT_TABLES } from '../kinds/project-contents.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest } from '../kit/errors.ts'

/** @throws ApiError 400 naming the first thing that the project still contains. */
export async function refuseWhileInUse(context: Context, projectId: string): Promise<void> {
  for (const [table, { thing }] of Object.entries(PROJECT_TABLES)) {
    // These tables share both columns.
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

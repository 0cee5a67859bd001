import type { Context } from '../kit/context.ts'

/** Returns the silo of a project, for work that no user requests directly. */
export async function siloOfProject(context: Context, projectId: string): Promise<string> {
  const row = await context.db
    .selectFrom('project')
    .select('silo_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return row.silo_id
}

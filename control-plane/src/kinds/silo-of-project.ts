import type { Context } from '../kit/context.ts'
import { fixedQuery } from '../kit/fixed-query.ts'

/** Returns the silo of a project, for work that no user requests directly. */
export async function siloOfProject(context: Context, projectId: string): Promise<string> {
  const [row] = await fixedQuery(
    context,
    [siloOfProject, 'silo'],
    (db) => db.selectFrom('project').select('silo_id').where('id', '=', projectId),
    [projectId],
  )
  if (!row) throw new Error(`project ${projectId} does not exist`)
  return row.silo_id
}

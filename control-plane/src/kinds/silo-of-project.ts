import type { Context } from '../kit/context/context.ts'
import { fixedQuery } from '../kit/sql/fixed-query.ts'

/** Silos by project. A project never changes its silo. */
const knownSilos = () => new Map<string, string>()
const MAX_KNOWN = 10_000

/** Returns the silo of an existing project, for work that no user requests directly. */
export async function siloOfProject(context: Context, projectId: string): Promise<string> {
  const silos = context.services.state.of(knownSilos)
  const silo = silos.get(projectId) ?? (await readSilo(context, projectId))
  if (silos.size >= MAX_KNOWN) silos.clear()
  silos.set(projectId, silo)
  return silo
}

async function readSilo(context: Context, projectId: string): Promise<string> {
  const [row] = await fixedQuery(
    context,
    [siloOfProject, 'silo'],
    (db) => db.selectFrom('project').select('silo_id').where('id', '=', projectId),
    [projectId],
  )
  if (!row) throw new Error(`project ${projectId} does not exist`)
  return row.silo_id
}

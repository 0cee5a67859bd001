import type { SiloContent } from '@granary/contract/silo-deletion.ts'
import type { Context } from '../kit/context.ts'
import { type Content, contentsOf } from './project-contents.ts'

/** Returns what a silo's deletion deletes by itself, in the order of deletion. The plan and the job both use it. */
export async function siloContentsOf(context: Context, siloId: string): Promise<Content<SiloContent>[]> {
  const { db } = context
  const projects = db.selectFrom('project').where('silo_id', '=', siloId)
  // Images of projects are among the contents of these.
  const images = db.selectFrom('image').where('silo_id', '=', siloId).where('project_id', 'is', null)
  const contents = await contentsOf(context, projects.select('id'))
  const rows = {
    project: await projects.select(['id', 'name']).orderBy('name').execute(),
    'silo-image': await images.select(['id', 'name']).orderBy('name').execute(),
  }
  return [
    ...contents,
    ...(['project', 'silo-image'] as const).flatMap((kind) =>
      rows[kind].map(({ id, name }) => ({ kind, id, name, step: 'delete' as const })),
    ),
  ]
}

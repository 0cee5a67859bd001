import type { SiloContent } from '@granary/contract/silo-deletion.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { contentsOf } from './count-contents.ts'
import { type KindOfContents, MAX_NAMED, NO_CONTENTS } from './deletion-plan.ts'

/** Counts what a silo's deletion deletes by itself, in the order of deletion, as `contentsOf` does for projects. */
export async function siloContentsOf(
  context: OuterContext,
  siloId: string,
): Promise<Map<SiloContent, KindOfContents>> {
  const { db } = context
  const projects = db.selectFrom('project').where('silo_id', '=', siloId)
  // Images of projects are among the contents of these.
  const images = db.selectFrom('image').where('silo_id', '=', siloId).where('project_id', 'is', null)
  const ids = await projects.select('id').execute()
  return new Map<SiloContent, KindOfContents>([
    ...(await contentsOf(
      context,
      ids.map(({ id }) => id),
    )),
    ['project', await allOf(projects)],
    ['silo-image', await allOf(images)],
  ])
}

type Rows = SelectQueryBuilder<Database, 'project' | 'image', object>

/** Counts resources that can be deleted in every state. */
async function allOf(rows: Rows): Promise<KindOfContents> {
  const { count } = await rows.select((row) => row.fn.countAll().as('count')).executeTakeFirstOrThrow()
  const first = await rows.select(['id', 'name']).orderBy('name').limit(MAX_NAMED).execute()
  return {
    ...NO_CONTENTS,
    count: Number(count),
    others: first.map(({ id, name }) => ({ id, name, step: 'delete' })),
  }
}

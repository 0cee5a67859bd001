import type { SelectQueryBuilder } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { isInVisibleProject } from '../kit/resources/list-filter.ts'
import { MAX_COUNTED } from '../kit/request/list-total.ts'

const MAX_IMAGES = 100

/** Counts the first instances of projects by the image of their boot disk. */
export async function imageCounts(
  context: Context,
  projects: SelectQueryBuilder<Database, 'project', object>,
) {
  const { db } = context
  const instances = db
    .selectFrom('instance')
    .select('boot_disk_id')
    .where('project_id', 'in', projects.select('project.id'))
    .limit(MAX_COUNTED + 1)
  const rows = await db
    .selectFrom(instances.as('some'))
    .innerJoin('disk', 'disk.id', 'some.boot_disk_id')
    .innerJoin('image', 'image.id', 'disk.image_id')
    // An image may have moved to a project that the caller can't see.
    .where(isInVisibleProject(context, 'image.project_id'))
    .select(['image.name', 'image.os'])
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy(['image.name', 'image.os'])
    .orderBy('image.name')
    .orderBy('image.os')
    .limit(MAX_IMAGES)
    .execute()
  const { read } = await db
    .selectFrom(instances.as('some'))
    .select(({ fn }) => fn.countAll<number | string>().as('read'))
    .executeTakeFirstOrThrow()
  const isCapped = Number(read) > MAX_COUNTED
  return rows.map(({ name, os, count }) => ({ name, os, total: { count: Number(count), isCapped } }))
}

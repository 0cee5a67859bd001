import { type ImageDisks, NAMED_DISKS } from '@granary/contract/images.ts'
import { projectMay } from '@granary/domain/roles.ts'
import type { z } from 'zod'
import { may, ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'

/** The disks created from an image in the projects that the caller can view. Disks of other projects do not even count. */
export async function disksOfImage(context: Context, image: string): Promise<z.input<typeof ImageDisks>> {
  const { grants, siloId } = actorOf(context)
  let disks = context.db
    .selectFrom('disk')
    .innerJoin('project', 'project.id', 'disk.project_id')
    .where('disk.image_id', '=', image)
    .where('project.silo_id', '=', siloId)
  if (!may(context, ownSilo(context), 'list_contents')) {
    const some = [...grants.projects.keys()].filter((id) => projectMay(grants, id, 'list_contents'))
    disks = disks.where(isOneOf(context.engine, 'disk.project_id', some))
  }
  const { total } = await disks.select((select) => select.fn.countAll().as('total')).executeTakeFirstOrThrow()
  const first = await disks
    .select(['disk.id', 'disk.name', 'disk.project_id as projectId', 'project.name as projectName'])
    .orderBy('disk.name')
    .orderBy('disk.id')
    .limit(NAMED_DISKS)
    .execute()
  return { total: Number(total), first }
}

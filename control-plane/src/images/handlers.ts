import { isUuid } from '@granary/domain/names.ts'
import { ownSilo, requirePermission } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { handlers } from '../kit/handler.ts'
import { find, type Selectors } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import type { Permission } from '../kit/resource.ts'
import { project } from '../projects/resource.ts'
import { projectImage, siloImage } from './resource.ts'

export const imageHandlers = handlers({
  imageList: async (context, { query }) => {
    if (query.project == null) {
      requirePermission(context, ownSilo(context), 'list_children')
      return listNamed(context, siloImage, { silo_id: actorOf(context).siloId, project_id: null }, query)
    }
    const found = await find(context, project, query, 'list_children')
    return listNamed(context, projectImage, { project_id: found.row.id }, query)
  },
  imageView: async (context, { path, query }) =>
    projectImage.view((await findImage(context, { ...query, ...path }, 'read')).row),
})

/** Finds an image: by name that of the project in the query, or the silo's when there is none; by id either kind. */
export async function findImage(context: Context, selectors: Selectors, permission: Permission) {
  const { image: value, project: inProject } = selectors
  if (inProject != null || !isUuid(String(value))) {
    const kind = inProject == null ? siloImage : projectImage
    return find(context, kind, selectors, permission)
  }
  const row = await context.db
    .selectFrom('image')
    .select('project_id')
    .where('id', '=', String(value))
    .executeTakeFirst()
  return find(context, row?.project_id ? projectImage : siloImage, selectors, permission)
}

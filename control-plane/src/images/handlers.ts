import { ownSilo, requireOfSilo, requirePermission } from '../kit/resources/authorization.ts'
import { actorOf } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { find } from '../kit/resources/lookup.ts'
import { listNamed } from '../kit/resources/named.ts'
import { project } from '../kinds/project.ts'
import { createImage } from './create.ts'
import { deleteImage } from './delete-image.ts'
import { disksOfImage } from './disks.ts'
import { moveImage } from './move.ts'
import { projectImage, siloImage } from '../kinds/image.ts'

export const imageHandlers = handlers({
  imageList: async (context, { query }) => {
    if (query.project == null) {
      requirePermission(context, ownSilo(context), 'list_contents')
      return listNamed(context, siloImage, { silo_id: actorOf(context).siloId, project_id: null }, query)
    }
    const found = await find(context, project, query, 'list_contents')
    return listNamed(context, projectImage, { project_id: found.row.id }, query)
  },

  imageCreate: async (context, { query, body }) => {
    const target = query.project == null ? null : await find(context, project, query, 'modify_contents')
    if (!target) requirePermission(context, ownSilo(context), 'modify_images')
    return projectImage.view(await createImage(context, target?.row.id ?? null, body))
  },

  imageView: async (context, { found }) => projectImage.view(found.row),

  imageDisks: async (context, { found }) => disksOfImage(context, found.row.id),

  imageDelete: async (context, { found }) => {
    await deleteImage(context, found)
  },

  imagePromote: async (context, { found }) => {
    requireOfSilo(context, found.row.silo_id, 'modify_images')
    return siloImage.view(await moveImage(context, found, null))
  },

  imageDemote: async (context, { query, found }) => {
    const target = await find(context, project, query, 'modify_contents')
    return projectImage.view(await moveImage(context, found, target.row.id))
  },
})

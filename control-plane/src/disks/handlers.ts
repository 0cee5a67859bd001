import type { ProjectScope } from '../kit/authorization.ts'
import { invalidRequest } from '../kit/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/named.ts'
import { createDisk } from '../shared/storage/create-disk.ts'
import { deleteDisk, deletionProblem } from '../shared/storage/delete-disk.ts'
import { disk } from '../kinds/disk.ts'

export const diskHandlers = handlers({
  diskList: {
    kept: async (context, { query, found }) => {
      const { state, diskType } = query
      const where = {
        project_id: found.row.id,
        ...(state?.length && { state }),
        ...(diskType?.length && { disk_type: diskType }),
      }
      return listNamed(context, disk, where, query)
    },
  },

  diskCreate: async (context, { body, found }) => {
    return disk.view(await createDisk(context, found.scope as ProjectScope, body))
  },

  diskView: async (context, { found }) => disk.view(found.row),

  diskDelete: async (context, { found }) => {
    const problem = deletionProblem(found.row)
    if (problem) throw invalidRequest(problem)
    await deleteDisk(context, found)
  },

  diskProtect: async (context, { found }) =>
    disk.view(await disk.update(context, found, { deletion_protected: 1 })),

  diskUnprotect: async (context, { found }) =>
    disk.view(await disk.update(context, found, { deletion_protected: 0 })),
})

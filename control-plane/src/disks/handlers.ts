import { invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { listNamed } from '../kit/resources/named.ts'
import { chooseDiskSled } from '../shared/placement/place-disk.ts'
import { createDisk } from '../shared/storage/create-disk.ts'
import { deleteDisk, deletionProblem } from '../shared/storage/delete-disk.ts'
import { disk } from '../kinds/disk.ts'

export const diskHandlers = handlers({
  diskList: async (context, { query, found }) =>
    listNamed(context, disk, { project_id: found.row.id }, query),

  diskCreate: async (context, { body, found }) => {
    const sledId = await chooseDiskSled(context, body.size)
    return disk.view(await createDisk(context, found.scope, body, { sledId }))
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

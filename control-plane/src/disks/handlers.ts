import type { ProjectScope } from '../kit/authorization.ts'
import { invalidRequest } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import { project } from '../kinds/project.ts'
import { createDisk } from '../shared/storage/create-disk.ts'
import { deleteDisk, deletionProblem } from '../shared/storage/delete-disk.ts'
import { disk } from '../kinds/disk.ts'

export const diskHandlers = handlers({
  diskList: async (context, { query }) => {
    const found = await find(context, project, query, 'list_contents')
    return listNamed(context, disk, { project_id: found.row.id }, query)
  },

  diskCreate: async (context, { query, body }) => {
    const found = await find(context, project, query, 'modify_contents')
    return disk.view(await createDisk(context, found.scope as ProjectScope, body))
  },

  diskView: async (context, { path, query }) =>
    disk.view((await find(context, disk, { ...query, ...path }, 'read')).row),

  diskDelete: async (context, { path, query }) => {
    const found = await find(context, disk, { ...query, ...path }, 'modify_contents')
    const problem = deletionProblem(found.row.state)
    if (problem) throw invalidRequest(problem)
    await deleteDisk(context, found)
  },
})

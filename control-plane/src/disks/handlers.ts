import { diskActionAllowed } from '@granary/domain/disk-states.ts'
import { release } from '../instances/charge.ts'
import type { Scope } from '../kit/authorization.ts'
import { invalidRequest } from '../kit/errors.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { deleteNamed, listNamed } from '../kit/named.ts'
import { project } from '../projects/resource.ts'
import { enqueue } from '../tasks/queue.ts'
import { createDisk } from './create.ts'
import { disk } from './resource.ts'

/** The scope of something that lies in a project. */
export type ProjectScope = Scope & { projectId: string; siloId: string }

export const diskHandlers = handlers({
  diskList: async (context, { query }) => {
    const found = await find(context, project, query, 'list_children')
    return listNamed(context, disk, { project_id: found.row.id }, query)
  },

  diskCreate: async (context, { query, body }) => {
    const found = await find(context, project, query, 'create_child')
    return disk.view(await createDisk(context, found.scope as ProjectScope, body))
  },

  diskView: async (context, { path, query }) =>
    disk.view((await find(context, disk, { ...query, ...path }, 'read')).row),

  diskDelete: async (context, { path, query }) => {
    const found = await find(context, disk, { ...query, ...path }, 'create_child')
    const { state, size, id } = found.row
    if (!diskActionAllowed('delete', state))
      throw invalidRequest(`disk cannot be deleted in state "${state}"`)
    // A broken disk may be deleted where it is.
    await context.db
      .updateTable('instance')
      .set({ boot_disk_id: null })
      .where('boot_disk_id', '=', id)
      .execute()
    await release(context, found.scope as ProjectScope, { cpus: 0, memory: 0, storage: size })
    await deleteNamed(context, disk, found)
    await enqueue(context, 'disk', id)
  },
})

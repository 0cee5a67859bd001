import { atField } from '../kit/base/at-field.ts'
import { isUuid } from '@granary/domain/names.ts'
import { snapshotDeleteReason } from '@granary/domain/snapshot-states.ts'
import { disk } from '../kinds/disk.ts'
import { release } from '../kinds/charge.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { find } from '../kit/resources/lookup.ts'
import { listNamed } from '../kit/resources/named.ts'
import { enqueue } from '../tasks/queue.ts'
import { createSnapshot } from './create.ts'
import { snapshot } from '../kinds/snapshot.ts'

export const snapshotHandlers = handlers({
  snapshotList: async (context, { query, found }) => {
    return listNamed(context, snapshot, { project_id: found.row.id }, query)
  },

  snapshotCreate: async (context, { query, body, found }) => {
    const { row } = found
    const inProject = isUuid(body.disk) ? {} : query
    const source = await atField('disk', async () => {
      const found = await find(context, disk, { disk: body.disk, ...inProject }, 'modify_contents')
      if (found.row.project_id !== row.id)
        throw invalidRequest('snapshot and disk must be in the same project')
      return found
    })
    return snapshot.view(await createSnapshot(context, source, body))
  },

  snapshotView: async (context, { found }) => snapshot.view(found.row),

  snapshotDelete: async (context, { found }) => {
    const { id, state, size } = found.row
    if (snapshotDeleteReason(state)) throw invalidRequest(`snapshot cannot be deleted in state "${state}"`)
    await release(context, found.scope, { cpus: 0, memory: 0, storage: size })
    await snapshot.remove(context, found)
    await enqueue(context, 'snapshot', id, found.scope)
  },
})

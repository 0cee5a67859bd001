import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { listNamed } from '../kit/named.ts'
import { project } from '../projects/resource.ts'
import { snapshot } from './resource.ts'

export const snapshotHandlers = handlers({
  snapshotList: async (context, { query }) => {
    const found = await find(context, project, query, 'list_children')
    return listNamed(context, snapshot, { project_id: found.row.id }, query)
  },
  snapshotView: async (context, { path, query }) =>
    snapshot.view((await find(context, snapshot, { ...query, ...path }, 'read')).row),
})

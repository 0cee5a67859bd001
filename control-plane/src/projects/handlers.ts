import { actorOf } from '../kit/context.ts'
import { ownSilo, requirePermission } from '../kit/authorization.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { createNamed, deleteNamed, identityChanges, listNamed, updateNamed } from '../kit/named.ts'
import { createDefaultVpc } from '../vpcs/default-vpc.ts'
import { refuseWhileInUse } from './blockers.ts'
import { project } from './resource.ts'

export const projectHandlers = handlers({
  projectList: async (context, { query }) => {
    requirePermission(context, ownSilo(context), 'list_children')
    return listNamed(context, project, { silo_id: actorOf(context).siloId }, query)
  },

  projectCreate: async (context, { body }) => {
    const scope = ownSilo(context)
    requirePermission(context, scope, 'create_child')
    const id = crypto.randomUUID()
    const inProject = { ...scope, projectId: id }
    const row = await createNamed(context, project, inProject, body, { silo_id: actorOf(context).siloId }, id)
    await context.db
      .insertInto('provisioned')
      .values({ scope_id: id, cpus: 0, memory: 0, storage: 0 })
      .execute()
    await createDefaultVpc(context, inProject, {
      name: 'default',
      description: 'Default VPC',
      dnsName: 'default',
    })
    return project.view(row)
  },

  projectView: async (context, { path }) => project.view((await find(context, project, path, 'read')).row),

  projectUpdate: async (context, { path, body }) => {
    const found = await find(context, project, path, 'modify')
    return project.view(await updateNamed(context, project, found, identityChanges(body)))
  },

  projectDelete: async (context, { path }) => {
    const found = await find(context, project, path, 'modify')
    await refuseWhileInUse(context, found.row.id)
    // Its role assignments stay: by them its members are told that it is gone.
    await context.db.deleteFrom('provisioned').where('scope_id', '=', found.row.id).execute()
    await deleteNamed(context, project, found)
  },
})

import { contract } from '@granary/contract/contract.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { projectRoleOf } from '@granary/domain/roles.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { answer } from '../kit/request/answer.ts'
import { may, ownSilo } from '../kit/resources/authorization.ts'
import { forbidden, invalidRequest } from '../kit/base/errors.ts'
import { handlers } from '../kinds/handler.ts'
import { identityChanges, listNamed } from '../kit/resources/named.ts'
import { createDefaultVpc } from '../shared/network/default-vpc.ts'
import { refuseWhileInUse } from './blockers.ts'
import { project } from '../kinds/project.ts'
import { contentsOf } from '../kinds/count-contents.ts'
import { deletionPlanOf } from '../kinds/deletion-plan.ts'
import { requireRoom } from '../kit/resources/row-limit.ts'
import { isQueued } from '../tasks/is-queued.ts'

const ALL_DEFAULTS = { vpc: { type: 'all' } } as const

type View = ReturnType<typeof project.view>

/** A project as the caller sees it, with the caller's role in it. */
const withRole = (context: Context, view: View) => ({
  ...view,
  myRole: projectRoleOf(actorOf(context).grants, view.id)!,
})

export const projectHandlers = handlers({
  projectList: async (context, { query }) => {
    const { grants, siloId } = actorOf(context)
    // Callers with roles in some projects only see just those.
    const some = may(context, ownSilo(context), 'list_contents') ? null : [...grants.projects.keys()]
    if (some?.length === 0) throw forbidden()
    const where = { silo_id: siloId, ...(some && { id: some }) }
    const { items, ...page } = await listNamed(context, project, where, query)
    return { items: items.map((item) => withRole(context, item)), ...page }
  },

  projectCreate: async (context, { body }) => {
    const { siloId } = actorOf(context)
    // The caller may have been admitted before the deletion took the roles away.
    if (await isQueued(context, 'delete-silo', siloId))
      throw invalidRequest('the silo is being deleted: no project can be created in it')
    await requireRoom(context, 'projects', siloId)
    const scope = ownSilo(context)
    const id = crypto.randomUUID()
    const inProject = { ...scope, projectId: id }
    const row = await project.create(context, inProject, body, { silo_id: siloId }, id)
    await unlogged(context)
      .insertInto('provisioned')
      .values({ scope_id: id, cpus: 0, memory: 0, storage: 0 })
      .execute()
    const { vpc } = body.defaults ?? ALL_DEFAULTS
    if (vpc)
      await createDefaultVpc(context, inProject, {
        name: 'default',
        description: 'Default VPC',
        dnsName: 'default',
        defaults: vpc.type === 'explicit' ? vpc.defaults : null,
      })
    return withRole(context, project.view(row))
  },

  projectView: async (context, { found }) => withRole(context, project.view(found.row)),

  projectUpdate: async (context, { body, found }) => {
    return withRole(context, project.view(await project.update(context, found, identityChanges(body))))
  },

  projectDelete: async (context, { found }) => {
    await refuseWhileInUse(context, found.row.id)
    // Keeps its role assignments for now: they decide which users receive the deletion event (`retention/expired.ts`).
    await unlogged(context).deleteFrom('provisioned').where('scope_id', '=', found.row.id).execute()
    await project.remove(context, found)
  },

  projectDeletionPlan: {
    raw: async (context, { found }) =>
      answer(contract.projectDeletionPlan, deletionPlanOf(await contentsOf(context, [found.row.id]))),
  },
})

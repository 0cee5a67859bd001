import type { AccessLevel, LevelPolicy } from '@granary/domain/access.ts'
import type { FleetRole, ProjectRole, SiloRole } from '@granary/domain/roles.ts'
import { fleet, ownSilo, requirePermission } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { project } from '../kinds/project.ts'
import { silo } from '../kinds/silo.ts'
import { accessAt, roleMappings } from './access.ts'
import { fleetPolicy, policyAt, projectPolicy, siloPolicy } from '../kinds/policy.ts'
import { replacePolicy } from './replace.ts'

export const policyHandlers = handlers({
  systemPolicyView: async (context) => {
    requirePermission(context, fleet, 'read')
    return policyAt<FleetRole>(context, 'fleet')
  },

  systemPolicyUpdate: async (context, { body }) => {
    requirePermission(context, fleet, 'modify')
    return replacePolicy(context, fleetPolicy, body)
  },

  policyView: async (context) => {
    requirePermission(context, ownSilo(context), 'read')
    return policyAt<SiloRole>(context, actorOf(context).siloId)
  },

  policyUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    requirePermission(context, ownSilo(context), 'modify')
    return replacePolicy(context, siloPolicy({ id: siloId, name: siloName }), body)
  },

  siloPolicyView: async (context, { path }) => {
    const { row } = await find(context, silo, path, 'read')
    return policyAt<SiloRole>(context, row.id)
  },

  siloPolicyUpdate: async (context, { path, body }) => {
    const { row } = await find(context, silo, path, 'modify')
    return replacePolicy(context, siloPolicy(row), body)
  },

  projectPolicyView: async (context, { path }) => {
    const { row } = await find(context, project, path, 'read')
    return policyAt<ProjectRole>(context, row.id)
  },

  accessList: async (context) => {
    requirePermission(context, ownSilo(context), 'read')
    return { rows: await accessAt(context, [await levelAt(context, 'silo', actorOf(context).siloId)]) }
  },

  projectAccessList: async (context, { path }) => {
    const { row } = await find(context, project, path, 'read')
    const levels = [await levelAt(context, 'silo', row.silo_id), await levelAt(context, 'project', row.id)]
    return { rows: await accessAt(context, levels) }
  },

  systemAccessList: async (context) => {
    requirePermission(context, fleet, 'read')
    const rows = await accessAt(context, [await levelAt(context, 'fleet', 'fleet')])
    return { rows, mappings: await roleMappings(context) }
  },

  projectPolicyUpdate: async (context, { path, body }) => {
    const { row } = await find(context, project, path, 'modify')
    return replacePolicy(context, projectPolicy(row), body)
  },
})

const levelAt = async (context: Context, level: AccessLevel, resourceId: string): Promise<LevelPolicy> => ({
  level,
  assignments: (await policyAt<string>(context, resourceId)).roleAssignments,
})

import type { FleetRole, ProjectRole, SiloRole } from '@granary/domain/roles.ts'
import { fleet, ownSilo, requirePermission } from '../kit/authorization.ts'
import { actorOf } from '../kit/context.ts'
import { handlers } from '../kit/handler.ts'
import { find } from '../kit/lookup.ts'
import { project } from '../projects/resource.ts'
import { silo } from '../silos/resource.ts'
import { fleetPolicy, policyAt, projectPolicy, replacePolicy, siloPolicy } from './policy.ts'

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

  projectPolicyUpdate: async (context, { path, body }) => {
    const { row } = await find(context, project, path, 'modify')
    return replacePolicy(context, projectPolicy(row), body)
  },
})

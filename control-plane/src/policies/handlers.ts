import type { AccessLevel, LevelPolicy } from '@granary/domain/access.ts'
import type { FleetRole, ProjectRole, SiloRole } from '@granary/domain/roles.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { handlers } from '../kinds/handler.ts'
import { accessAt, roleMappings } from './access.ts'
import { fleetPolicy, policyAt, projectPolicy, siloPolicy } from '../kinds/policy.ts'
import { replacePolicy } from './replace.ts'

export const policyHandlers = handlers({
  systemPolicyView: async (context) => {
    return policyAt<FleetRole>(context, 'fleet')
  },

  systemPolicyUpdate: async (context, { body }) => {
    return replacePolicy(context, fleetPolicy, body)
  },

  policyView: async (context) => {
    return policyAt<SiloRole>(context, actorOf(context).siloId)
  },

  policyUpdate: async (context, { body }) => {
    const { siloId, siloName } = actorOf(context)
    return replacePolicy(context, siloPolicy({ id: siloId, name: siloName }), body)
  },

  siloPolicyView: async (context, { found }) => {
    const { row } = found
    return policyAt<SiloRole>(context, row.id)
  },

  siloPolicyUpdate: async (context, { body, found }) => {
    const { row } = found
    return replacePolicy(context, siloPolicy(row), body)
  },

  projectPolicyView: async (context, { found }) => {
    const { row } = found
    return policyAt<ProjectRole>(context, row.id)
  },

  accessList: async (context) => {
    return { rows: await accessAt(context, [await levelAt(context, 'silo', actorOf(context).siloId)]) }
  },

  projectAccessList: async (context, { found }) => {
    const { row } = found
    const levels = [await levelAt(context, 'silo', row.silo_id), await levelAt(context, 'project', row.id)]
    return { rows: await accessAt(context, levels) }
  },

  systemAccessList: async (context) => {
    const rows = await accessAt(context, [await levelAt(context, 'fleet', 'fleet')])
    return { rows, mappings: await roleMappings(context) }
  },

  projectPolicyUpdate: async (context, { body, found }) => {
    const { row } = found
    return replacePolicy(context, projectPolicy(row), body)
  },
})

const levelAt = async (context: Context, level: AccessLevel, resourceId: string): Promise<LevelPolicy> => ({
  level,
  assignments: (await policyAt<string>(context, resourceId)).roleAssignments,
})

import { project } from '../kinds/project.ts'
import type { RoleAssignmentRow } from '../database/schema.ts'
import type { Dataset, Entry } from './format.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

type Assignment = Pick<Entry<'role_assignments'>['value'], 'silo' | 'identity_type' | 'identity'> & {
  role_name: string
}

/** Maximum assignments of one policy. */
const MAX_ASSIGNMENTS = 64

/** Plans the role assignments on the fleet, on silos and on projects. */
export function planPolicies(plan: Plan, dataset: Dataset): void {
  const fleet = { resource_id: 'fleet', resource_kind: 'fleet' } as const
  for (const { path, value } of dataset.role_assignments)
    planAssignment(plan, path, fleet, plan.silo(path, value).id, value)
  for (const { path, value } of dataset.silos) {
    const { id } = plan.silo(path, { silo: value.name })
    planPolicy(plan, path, { resource_id: id, resource_kind: 'silo' }, id, value.role_assignments)
  }
  for (const { path, value } of dataset.projects) {
    const siloId = plan.silo(path, value).id
    const { id } = plan.of(project).need(path, siloId, value.name)
    planPolicy(plan, path, { resource_id: id, resource_kind: 'project' }, siloId, value.role_assignments)
  }
}

type Target = Pick<RoleAssignmentRow, 'resource_id' | 'resource_kind'>

function planPolicy(
  plan: Plan,
  path: string,
  target: Target,
  siloId: string,
  assignments: Assignment[],
): void {
  if (assignments.length > MAX_ASSIGNMENTS)
    fail(`${path}.role_assignments`, `must be at most ${MAX_ASSIGNMENTS}`)
  for (const [index, assignment] of assignments.entries()) {
    const at = `${path}.role_assignments[${index}]`
    planAssignment(plan, at, target, assignment.silo ? plan.silo(at, assignment).id : siloId, assignment)
  }
}

function planAssignment(
  plan: Plan,
  path: string,
  target: Target,
  siloId: string,
  assignment: Assignment,
): void {
  const { identity_type, identity, role_name } = assignment
  const register = identity_type === 'silo_user' ? plan.users : plan.groups
  const { id } = register.need(`${path}.identity`, siloId, identity)
  plan.once(path, `${identity} ${role_name}`, `${target.resource_id} ${id} ${role_name}`)
  plan.rows.role_assignment.push({
    ...target,
    identity_kind: identity_type,
    identity_id: id,
    role: role_name,
  })
}

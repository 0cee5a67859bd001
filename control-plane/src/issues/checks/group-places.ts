import { present } from '../../kit/base/present.ts'
import { apartProblem, type GroupProblem, togetherProblem } from '@granary/domain/group-places.ts'
import { sql } from 'kysely'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../../kinds/affinity-group.ts'
import type { Context } from '../../kit/context/context.ts'
import { provisionableSleds, sizeOf } from '../../shared/placement/inventory.ts'
import { type Check, inProject, MAX_FOUND, type ProjectIds, visibleProjectIds } from '../check.ts'
import { bySilo, issuesOfSilos, MAX_COUNTED } from '../project-check.ts'

const CANNOT_PLACE = { check: 'group-cannot-place', severity: 'error' } as const
const NO_SPARE = { check: 'group-without-spare-sled', severity: 'warning' } as const

const KINDS = [
  { kind: antiAffinityGroup, name: 'Anti-affinity group', problemOf: apartProblem },
  { kind: affinityGroup, name: 'Affinity group', problemOf: togetherProblem },
] as const

/** Checks of strict groups in the projects that the caller may see. */
const ofProjects = (
  check: Pick<Check, 'check' | 'severity'>,
  code: GroupProblem['code'],
  { kind, name, problemOf }: (typeof KINDS)[number],
): Check => ({
  ...check,
  resourceKind: kind.kind,
  find: async (context) => {
    const { found } = await problems(context, kind, problemOf, code, visibleProjectIds(context))
    return found
      .slice(0, MAX_FOUND)
      .map(({ group, reason }) => inProject(group, `${name} ${group.name} ${reason}`))
  },
})

export const groupCannotPlace = KINDS.map((kind) => ofProjects(CANNOT_PLACE, 'cannot_place', kind))
export const groupWithoutSpareSled = ofProjects(NO_SPARE, 'no_spare_sled', KINDS[0])

/** The groups of all silos that can't place their members. */
export const groupCannotPlaceInSilos: Check = {
  ...CANNOT_PLACE,
  resourceKind: 'silo',
  find: async (context) => {
    const all = []
    for (const { kind, problemOf } of KINDS)
      all.push(await problems(context, kind, problemOf, 'cannot_place'))
    return issuesOfSilos(
      bySilo(all.flatMap(({ found }) => found)),
      all.some(({ isPartial }) => isPartial),
      (counted) => `has ${counted('group')} that can't place all members`,
    )
  },
}

/** The groups of all silos that need every sled. */
export const groupWithoutSpareSledInSilos: Check = {
  ...NO_SPARE,
  resourceKind: 'silo',
  find: async (context) => {
    const { found, isPartial } = await problems(context, antiAffinityGroup, apartProblem, 'no_spare_sled')
    return issuesOfSilos(
      bySilo(found),
      isPartial,
      (counted) => `has ${counted('anti-affinity group')} without a spare sled`,
    )
  },
}

async function problems(
  context: Context,
  kind: GroupKind,
  problemOf: typeof apartProblem,
  code: GroupProblem['code'],
  projectIds?: ProjectIds,
) {
  const sleds = await provisionableSleds(context)
  // Until the driver has reported its hosts, every group would seem to lack sleds.
  if (sleds.length === 0) return { found: [], isPartial: false }
  const able = sleds.map((sled) => sizeOf(sled, context.services))
  const rows = await membersOfGroups(context, kind, projectIds)
  const found = [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((members) => {
    const problem = problemOf(members, able)
    if (problem?.code !== code) return []
    const group = present(members[0], 'the first member')
    return { group, silo: { id: group.silo_id, name: group.silo_name }, reason: problem.reason }
  })
  return { found, isPartial: projectIds === undefined && (await hasUncounted(context, kind)) }
}

/** Starts a query of strict groups. The policy is in the text so that the index of strict groups applies. */
const strictGroups = ({ db }: Context, kind: GroupKind) =>
  db
    .selectFrom(kind.table)
    .select(['id', 'name', 'project_id'])
    .where('policy', '=', sql.lit('fail' as const))

/** Whether there are more strict groups than are looked at for operators. */
const hasUncounted = async (context: Context, kind: GroupKind): Promise<boolean> =>
  (await strictGroups(context, kind).orderBy('id').limit(1).offset(MAX_COUNTED).executeTakeFirst()) !==
  undefined

/** Returns the members of strict groups: of those in some projects, or of the first ones of all. */
const membersOfGroups = (context: Context, kind: GroupKind, projectIds: ProjectIds | undefined) => {
  const groups = strictGroups(context, kind)
  const some =
    projectIds === undefined
      ? groups.orderBy('id').limit(MAX_COUNTED)
      : groups.where('project_id', 'in', projectIds)
  return context.db
    .selectFrom(some.as('some'))
    .innerJoin('project', 'project.id', 'some.project_id')
    .innerJoin('silo', 'silo.id', 'project.silo_id')
    .innerJoin(`${membersOf(kind)} as member`, 'member.group_id', 'some.id')
    .innerJoin('instance', 'instance.id', 'member.instance_id')
    .select(['some.id', 'some.name', 'project.name as project_name'])
    .select(['silo.id as silo_id', 'silo.name as silo_name'])
    .select(['instance.ncpus', 'instance.memory', 'instance.cpu_platform as cpuPlatform'])
    .select('instance.sled_id as sledId')
    .orderBy('project.name')
    .orderBy('some.name')
    .execute()
}

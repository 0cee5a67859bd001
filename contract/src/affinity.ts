import { AFFINITY_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { searchableBy } from './list-filter.ts'
import { memberOperations } from './affinity-members.ts'
import {
  type GroupKind,
  type GroupName,
  type GroupSchemas,
  groupSchemas,
  wordsOf,
} from './schemas/affinity.ts'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import { inProject, NameOrIdSortMode, ofProject, paginated } from './scalars.ts'

const columns = [
  'name',
  'policy',
  'failureDomain',
  'memberCount',
  'projectId',
  'timeCreated',
  'id',
  'timeModified',
  'description',
] as const

/**
 * Returns the operations on a kind of group; both kinds have the same.
 * @param kind the kind, which is also a part of the paths.
 * @param name names the schemas, operations and path parameters.
 * @param place where members run.
 */
function operationsOn<const Kind extends GroupKind, const Name extends GroupName>(
  kind: Kind,
  name: Name,
  place: string,
) {
  const schemas = groupSchemas(name)
  const parameter = uncapitalized(name)
  return {
    ...named(parameter, groupOperations(kind, parameter, schemas, place)),
    ...named(`${parameter}Member`, memberOperations(kind, parameter, schemas)),
    ...named(`instance${name}`, { List: groupsOfInstance(kind, schemas) }),
  }
}

function groupOperations<const Kind extends GroupKind, const Parameter extends string>(
  kind: Kind,
  parameter: Parameter,
  { Group, Page, Create, Update }: GroupSchemas,
  place: string,
) {
  const words = wordsOf(kind)
  const all = `/v1/${kind}s` as const
  const one = `${all}/{${parameter}}` as const
  return {
    List: get(all, {
      summary: `List ${words}s`,
      choices: `${words}s`,
      description: `Members of such a group run on ${place}. Each item includes the number of members.`,
      needs: on('project', 'list_contents'),
      shows: [kind, `${kind}-member`],
      columns,
      query: { ...ofProject, ...searchableBy(AFFINITY_FIELDS), ...paginated(NameOrIdSortMode) },
      response: Page,
    }),
    Create: post(all, {
      summary: `Create ${words}`,
      description: 'The policy says whether a member may start when the rule cannot be kept.',
      needs: on('project', 'modify_contents'),
      changes: [kind],
      query: ofProject,
      body: Create,
      response: Group,
    }),
    View: get(one, {
      summary: `Fetch ${words}`,
      description: 'Includes the policy and the number of members.',
      needs: on(kind, 'read'),
      shows: [kind, `${kind}-member`],
      query: inProject,
      response: Group,
    }),
    Update: put(one, {
      summary: `Update ${words}`,
      description: 'Changes the name and the description; the policy stays.',
      needs: on(kind, 'modify_contents'),
      changes: [kind],
      query: inProject,
      body: Update,
      response: Group,
    }),
    Delete: del(one, {
      summary: `Delete ${words}`,
      description: 'Its members stay, and are free of its rule at their next start.',
      needs: on(kind, 'modify_contents'),
      changes: [kind, `${kind}-member`],
      query: inProject,
    }),
  }
}

const groupsOfInstance = <const Kind extends GroupKind>(kind: Kind, { Page }: GroupSchemas) =>
  get(`/v1/instances/{instance}/${kind}s`, {
    summary: `List ${wordsOf(kind)}s of an instance`,
    description: `Lists the ${wordsOf(kind)}s that the instance is a member of.`,
    needs: on('instance', 'read'),
    shows: [kind, `${kind}-member`],
    columns,
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: Page,
  })

const uncapitalized = <const Name extends string>(name: Name) =>
  `${name.charAt(0).toLowerCase()}${name.slice(1)}` as Uncapitalize<Name>

/** Puts a name before each verb: `List` becomes `affinityGroupList`. */
const named = <const Name extends string, Operations extends object>(name: Name, operations: Operations) =>
  Object.fromEntries(
    Object.entries(operations).map(([verb, operation]) => [`${name}${verb}`, operation]),
  ) as { [Verb in keyof Operations & string as `${Name}${Verb}`]: Operations[Verb] }

export const affinity = family('affinity', {
  ...operationsOn('anti-affinity-group', 'AntiAffinityGroup', 'different sleds'),
  ...operationsOn('affinity-group', 'AffinityGroup', 'the same sled'),
})

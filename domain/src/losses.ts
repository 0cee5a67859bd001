import type { AccessLevel } from './access.ts'
import { fleetMay, projectMay, projectRoleOf, type RoleGrants, siloMay } from './roles.ts'

/** The project whose policy changes. */
export type NamedProject = { id: string; name: string }

type Ability = { words: string; has: (grants: RoleGrants) => boolean }

/** A project without role assignments of its own. */
const everywhere = (grants: RoleGrants): RoleGrants => ({ ...grants, projects: new Map() })
const own = { ownSilo: true }

/** Permissions as phrases that complete "you can no longer …", from the broadest to the narrowest of each level. */
const FLEET: readonly Ability[] = [
  { words: 'manage the system and who has access to it', has: (grants) => fleetMay(grants, 'modify') },
  { words: 'create, change and delete silos', has: (grants) => fleetMay(grants, 'modify_silos') },
  { words: 'see the system: silos, hardware, networking', has: (grants) => fleetMay(grants, 'read') },
]
const SILO: readonly Ability[] = [
  {
    words: 'manage the users of the silo and who has access to it',
    has: (grants) => siloMay(grants, 'modify', own),
  },
  { words: 'create projects', has: (grants) => siloMay(grants, 'create_project', own) },
  { words: 'administer all of its projects', has: (grants) => projectMay(everywhere(grants), '', 'modify') },
  { words: 'change the images of the silo', has: (grants) => siloMay(grants, 'modify_images', own) },
  {
    words: 'change what is in all of its projects',
    has: (grants) => projectMay(everywhere(grants), '', 'modify_contents'),
  },
  {
    words: 'see its projects, but for those in which you have a role',
    has: (grants) => siloMay(grants, 'list_contents', own),
  },
]
const inProject = ({ id, name }: NamedProject): Ability[] => [
  {
    words: `rename or delete ${name}, and manage who has access to it`,
    has: (grants) => projectMay(grants, id, 'modify'),
  },
  { words: `change the networking of ${name}`, has: (grants) => projectMay(grants, id, 'modify_network') },
  { words: `change what is in ${name}`, has: (grants) => projectMay(grants, id, 'modify_contents') },
  { words: `see ${name} and what is in it`, has: (grants) => projectMay(grants, id, 'read') },
]

/**
 * Returns what a user loses by a change of policies, as phrases that complete "you can no longer …". Empty if other
 * roles still allow everything.
 * @param project the project whose policy changes, if it is a project's policy.
 */
export const losses = (before: RoleGrants, after: RoleGrants, project?: NamedProject): string[] =>
  [...FLEET, ...SILO, ...(project ? inProject(project) : [])]
    .filter(({ has }) => has(before) && !has(after))
    .map(({ words }) => words)

/**
 * Whether a change locks the user out: it removes their last role on the level, or their permission to assign roles
 * there. Only another admin can undo it.
 */
export function losesAccess(
  before: RoleGrants,
  after: RoleGrants,
  level: AccessLevel,
  project?: NamedProject,
): boolean {
  const stand = (grants: RoleGrants): [role: string | null, manages: boolean] => {
    if (level === 'fleet') return [grants.fleet, fleetMay(grants, 'modify')]
    if (level === 'silo') return [grants.silo, siloMay(grants, 'modify', own)]
    const id = project?.id ?? ''
    return [projectRoleOf(grants, id), projectMay(grants, id, 'modify')]
  }
  const [roleBefore, managedBefore] = stand(before)
  const [roleAfter, managesAfter] = stand(after)
  return (roleBefore !== null && roleAfter === null) || (managedBefore && !managesAfter)
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fleetRoleFrom,
  fleetRoleIncludes,
  rolesMappedTo,
  type Assignment,
  fleetMay,
  type FleetPermission,
  type FleetRole,
  fleetRoles,
  grantsOf,
  inheritedProjectRole,
  type Permission,
  projectMay,
  projectRefusal,
  projectRoleOf,
  type ProjectRole,
  projectRoles,
  type RoleGrants,
  siloMay,
  type SiloPermission,
  siloRefusal,
  type SiloRole,
  siloRoles,
  strongest,
} from './roles.ts'

const nobody: RoleGrants = { fleet: null, silo: null, projects: new Map() }
const inFleet = (fleet: FleetRole): RoleGrants => ({ ...nobody, fleet })
const inSilo = (silo: SiloRole | null): RoleGrants => ({ ...nobody, silo })
const inProject = (role: ProjectRole): RoleGrants => ({ ...nobody, projects: new Map([['p', role]]) })

const projectPermissions: Permission[] = [
  'read',
  'list_contents',
  'modify_contents',
  'modify_network',
  'modify',
]
const siloPermissions: SiloPermission[] = [
  'read',
  'read_identities',
  'list_contents',
  'modify_images',
  'modify_contents',
  'create_project',
  'modify',
  'modify_identities',
]
const fleetPermissions: FleetPermission[] = [
  'read',
  'list_contents',
  'modify_silos',
  'modify_contents',
  'modify',
]

test('finds the strongest of several roles', () => {
  expect(strongest(siloRoles, ['viewer', 'collaborator', 'limited_collaborator'])).toBe('collaborator')
  expect(strongest(fleetRoles, ['limited_collaborator'])).toBeNull()
  expect(strongest(siloRoles, [])).toBeNull()
})

describe('permissions of each role', () => {
  const ownSilo = { ownSilo: true }

  test.each<[SiloRole | null, string]>([
    [null, 'read read_identities'],
    ['viewer', 'read read_identities list_contents'],
    ['limited_collaborator', 'read read_identities list_contents modify_images'],
    ['collaborator', 'read read_identities list_contents modify_images modify_contents create_project'],
    ['admin', siloPermissions.join(' ')],
  ])('in a silo as %s', (role, allowed) =>
    expect(siloPermissions.filter((permission) => siloMay(inSilo(role), permission, ownSilo)).join(' ')).toBe(
      allowed,
    ),
  )

  test.each<[SiloRole | null, string]>([
    [null, ''],
    ['viewer', 'read list_contents'],
    ['limited_collaborator', 'read list_contents modify_contents'],
    ['collaborator', projectPermissions.join(' ')],
    ['admin', projectPermissions.join(' ')],
  ])('in any project as %s of its silo', (role, allowed) =>
    expect(
      projectPermissions.filter((permission) => projectMay(inSilo(role), 'p', permission)).join(' '),
    ).toBe(allowed),
  )

  test.each<[ProjectRole, string]>([
    ['viewer', 'read list_contents'],
    ['limited_collaborator', 'read list_contents modify_contents'],
    ['collaborator', 'read list_contents modify_contents modify_network'],
    ['admin', projectPermissions.join(' ')],
  ])('in a project as its %s, and not in another project', (role, allowed) => {
    expect(
      projectPermissions.filter((permission) => projectMay(inProject(role), 'p', permission)).join(' '),
    ).toBe(allowed)
    expect(projectPermissions.some((permission) => projectMay(inProject(role), 'other', permission))).toBe(
      false,
    )
    expect(siloMay(inProject(role), 'list_contents', ownSilo)).toBe(false)
  })

  test.each<[FleetRole, string, string]>([
    ['viewer', 'read list_contents', 'read'],
    ['collaborator', 'read list_contents modify_silos modify_contents', 'read modify'],
    ['admin', fleetPermissions.join(' '), 'read read_identities modify modify_identities'],
  ])('in the fleet as %s, in any silo, and never in a project', (role, inFleetItself, inAnySilo) => {
    const grants = inFleet(role)
    expect(fleetPermissions.filter((permission) => fleetMay(grants, permission)).join(' ')).toBe(
      inFleetItself,
    )
    const inSiloAs = (ownSilo: boolean) =>
      siloPermissions.filter((permission) => siloMay(grants, permission, { ownSilo }))
    expect(inSiloAs(false).join(' ')).toBe(inAnySilo)
    expect(new Set(inSiloAs(true))).toEqual(new Set([...inSiloAs(false), 'read_identities']))
    expect(projectPermissions.some((permission) => projectMay(grants, 'p', permission))).toBe(false)
  })

  test('roles in one silo grant nothing in another', () =>
    expect(
      siloPermissions.some((permission) => siloMay(inSilo('admin'), permission, { ownSilo: false })),
    ).toBe(false))
})

test('the stronger of silo and project role counts', () => {
  const grants = (silo: SiloRole, project: ProjectRole) => ({ ...inProject(project), silo })
  expect(projectRoleOf(grants('viewer', 'collaborator'), 'p')).toBe('collaborator')
  expect(projectRoleOf(grants('collaborator', 'viewer'), 'p')).toBe('admin')
  expect(projectRoleOf(grants('viewer', 'collaborator'), 'other')).toBe('viewer')
})

test('names the role that a project permission needs', () => {
  expect(projectRefusal('limited_collaborator', 'modify_contents')).toBeNull()
  expect(projectRefusal('viewer', 'modify_contents')).toBe(
    'You need the role limited collaborator in this project; yours is viewer',
  )
  expect(projectRefusal(null, 'modify')).toBe('You need the role admin in this project; you have none')
  expect(projectRefusal('admin', 'modify_silos')).toBe('This cannot be done in a project')
})

test('names the role that a silo permission needs', () => {
  expect(siloRefusal('limited_collaborator', 'modify_images')).toBeNull()
  expect(siloRefusal(null, 'read')).toBeNull()
  expect(siloRefusal('viewer', 'modify_images')).toBe(
    'You need the role limited collaborator in this silo; yours is viewer',
  )
  expect(siloRefusal(null, 'create_project')).toBe(
    'You need the role collaborator in this silo; you have none',
  )
  // The messages come from the same table as the permissions.
  for (const role of [...siloRoles, null])
    for (const permission of ['list_contents', 'modify_images', 'create_project', 'modify'] as const)
      expect(siloRefusal(role, permission) === null).toBe(
        siloMay(inSilo(role), permission, { ownSilo: true }),
      )
})

describe('grantsOf', () => {
  const map = { admin: ['admin'], viewer: ['viewer'] }
  const silo = (role: string, resourceId = 'mine'): Assignment => ({ level: 'silo', resourceId, role })

  test('combines the assignments of each level into the strongest role', () => {
    const grants = grantsOf(
      [
        silo('viewer'),
        silo('limited_collaborator'),
        silo('admin', 'other'),
        { level: 'project', resourceId: 'p', role: 'viewer' },
        { level: 'project', resourceId: 'p', role: 'admin' },
        { level: 'fleet', resourceId: 'fleet', role: 'viewer' },
      ],
      'mine',
      {},
    )
    expect(grants).toEqual({
      fleet: 'viewer',
      silo: 'limited_collaborator',
      projects: new Map([['p', 'admin']]),
    })
  })

  test('adds the fleet roles that a silo role is mapped to', () => {
    expect(grantsOf([silo('admin')], 'mine', map).fleet).toBe('admin')
    expect(grantsOf([silo('collaborator')], 'mine', map).fleet).toBe('viewer')
    expect(grantsOf([silo('admin', 'other')], 'mine', map).fleet).toBeNull()
    expect(grantsOf([silo('viewer')], 'mine', { admin: ['admin'] }).fleet).toBeNull()
  })

  const level = fc.constantFrom('fleet', 'silo', 'project')
  const assignment = fc.record({
    level,
    resourceId: fc.constantFrom('mine', 'other'),
    role: fc.constantFrom(...siloRoles),
  })

  test('the order of assignments does not matter, and an additional one never removes anything', () => {
    fc.assert(
      fc.property(fc.array(assignment, { maxLength: 8 }), assignment, (some, more) => {
        const before = grantsOf(some, 'mine', map)
        expect(grantsOf(some.toReversed(), 'mine', map)).toEqual(before)
        const after = grantsOf([...some, more], 'mine', map)
        for (const id of ['mine', 'other'])
          for (const permission of projectPermissions)
            if (projectMay(before, id, permission)) expect(projectMay(after, id, permission)).toBe(true)
        for (const permission of fleetPermissions)
          if (fleetMay(before, permission)) expect(fleetMay(after, permission)).toBe(true)
      }),
    )
  })
})

test('a stronger role includes everything that a weaker one allows', () => {
  const stronger = <Role>(roles: readonly Role[]) =>
    roles.slice(1).map((role, index) => [roles[index]!, role] as const)
  for (const [strong, weak] of stronger(projectRoles))
    for (const permission of projectPermissions)
      if (projectMay(inProject(weak), 'p', permission))
        expect(projectMay(inProject(strong), 'p', permission)).toBe(true)
  for (const [strong, weak] of stronger(siloRoles))
    for (const permission of siloPermissions)
      if (siloMay(inSilo(weak), permission, { ownSilo: true }))
        expect(siloMay(inSilo(strong), permission, { ownSilo: true })).toBe(true)
  expect(siloRoles.map(inheritedProjectRole)).toEqual(['admin', 'admin', 'limited_collaborator', 'viewer'])
})

describe('silo roles that are mapped to fleet roles', () => {
  const mapped = { collaborator: ['collaborator', 'viewer'], viewer: ['viewer'], admin: [] }

  test('a stronger role grants what the weaker ones are mapped to', () => {
    expect(siloRoles.map((role) => fleetRoleFrom(role, mapped))).toEqual([
      'collaborator',
      'collaborator',
      'viewer',
      'viewer',
    ])
    expect(fleetRoleFrom('admin', {})).toBeNull()
  })

  test('finds the silo roles that grant a fleet role', () => {
    expect(fleetRoles.map((role) => rolesMappedTo(role, mapped))).toEqual([
      [],
      ['admin', 'collaborator'],
      [...siloRoles],
    ])
  })

  test('a role includes the weaker ones, and every role includes none', () => {
    const roles = [...fleetRoles, null]
    const included = roles.map((held) => roles.filter((other) => fleetRoleIncludes(held, other)))
    expect(included).toEqual([roles, roles.slice(1), roles.slice(2), [null]])
  })
})

import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { anyone, signedIn } from './needs.ts'
import { family, get, post } from './operation.ts'
import { IdSortMode, Name, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

/** The caller, and the two flags that decide which areas the console shows. */
export const CurrentUser = z
  .object({
    id: Uuid.meta({ description: 'ID of the user' }),
    displayName: z.string().meta({ description: 'Name to show' }),
    siloId: Uuid.meta({ description: "ID of the user's silo" }),
    siloName: Name.meta({ description: "Name of the user's silo" }),
    fleetViewer: z.boolean().meta({ description: 'Whether the user can see the fleet' }),
    siloAdmin: z.boolean().meta({ description: 'Whether the user administers the silo' }),
    fleetRole: extra(
      z.enum(fleetRoles).nullable().meta({
        description:
          'The strongest role of each kind that the caller has, so that a client offers only what will be allowed.',
      }),
    ),
    siloRole: extra(
      z.enum(siloRoles).nullable().meta({ description: 'Strongest role in the silo; null for none' }),
    ),
    needsSecondFactor: extra(
      z.boolean().meta({
        description:
          'Whether the user has to set up a second factor before this session can do anything else',
      }),
    ),
    timeGroupsKept: extra(
      Timestamp.nullable().meta({
        description:
          'When the user last signed in without any groups from the identity provider, and kept the present ones; null if it sent them',
      }),
    ),
    timeCreated: Timestamp.meta({ description: 'When the user was created' }),
    timeModified: Timestamp.meta({ description: 'When the user was last changed' }),
  })
  .meta({ id: 'CurrentUser' })

const principal = {
  id: Uuid.meta({ description: 'Unique ID, which never changes' }),
  displayName: z.string().meta({ description: 'Name to show' }),
  siloId: Uuid.meta({ description: 'ID of the silo' }),
  timeCreated: Timestamp.meta({ description: 'When it was created' }),
  timeModified: Timestamp.meta({ description: 'When it was last changed' }),
}
export const Group = z.object(principal).meta({ id: 'Group' })
export const UserStatus = z.enum(['active', 'disabled', 'inactive']).meta({ id: 'UserStatus' })
export const User = z
  .object({
    ...principal,
    status: extra(
      UserStatus.meta({
        description:
          'Whether the user can sign in: an admin disabled the user, or the identity provider made them inactive',
      }),
    ),
  })
  .meta({ id: 'User' })

export const UsernamePasswordCredentials = z
  .object({
    username: z.string().max(63).meta({ description: 'Name that the user signs in with' }),
    password: z.string().max(512).meta({ description: "The user's password" }),
    code: extraInput(
      z.string().max(64).meta({
        description:
          'One-time code or recovery code of a user with a second factor. Without it the server refuses with `SecondFactorRequired`.',
      }),
    ),
  })
  .meta({ id: 'UsernamePasswordCredentials' })

export const Ping = z.object({ status: z.literal('ok') }).meta({ id: 'Ping' })

export const session = family('session', {
  ping: get('/v1/ping', {
    summary: 'Check that the API answers',
    description: 'Answers as soon as the API accepts requests. Use it as a health check.',
    needs: anyone,
    shows: [],
    response: Ping,
  }),
  loginLocal: post('/v1/login/{siloName}/local', {
    summary: 'Sign in with a user name and password',
    description:
      'Starts a console session and sets its cookie. Only for silos whose users sign in with passwords; repeated failures are slowed down.',
    isLarge: true,
    needsSpace: false,
    meaning: 'sign_in',
    expectedFailures: { 401: 'wrong user name or password', 429: 'too many attempts' },
    needs: anyone,
    changes: [],
    params: { siloName: Name.meta({ description: 'Name of the silo' }) },
    body: UsernamePasswordCredentials,
    maxBody: 8192,
  }),
  logout: post('/v1/logout', {
    summary: 'Sign out of the current session',
    description: 'Ends the session of the cookie and clears the cookie. Succeeds without a session.',
    needsSpace: false,
    isAudited: false,
    needs: anyone,
    changes: [],
  }),
  currentUserView: get('/v1/me', {
    summary: 'Fetch the current user',
    description:
      'Returns the caller with their silo and their strongest roles, so that a client can offer only what is allowed.',
    beforeSecondFactor: true,
    needs: signedIn,
    shows: ['silo-user', 'silo-group', 'fleet-policy', 'silo-policy'],
    response: CurrentUser,
  }),
  currentUserGroups: get('/v1/me/groups', {
    summary: 'List the groups of the current user',
    description:
      'Lists the groups of their silo that the caller is a member of. A user has the roles of all of their groups.',
    beforeSecondFactor: true,
    needs: signedIn,
    shows: ['silo-group'],
    columns: ['displayName', 'siloId', 'timeCreated', 'id', 'timeModified'],
    query: paginated(IdSortMode),
    response: pageOf(Group).meta({ id: 'GroupResultsPage' }),
  }),
})

import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { family, get, post } from './operation.ts'
import { IdSortMode, Name, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

/** Who is asking, and the two flags that decide which areas of the console there are. */
export const CurrentUser = z
  .object({
    id: Uuid,
    displayName: z.string(),
    siloId: Uuid,
    siloName: Name,
    fleetViewer: z.boolean(),
    siloAdmin: z.boolean(),
    /** The strongest role of each kind that the caller has, so that a client offers only what will be allowed. */
    fleetRole: z.enum(fleetRoles).nullable(),
    siloRole: z.enum(siloRoles).nullable(),
    timeCreated: Timestamp,
    timeModified: Timestamp,
  })
  .meta({ id: 'CurrentUser' })

const principal = {
  id: Uuid,
  displayName: z.string(),
  siloId: Uuid,
  timeCreated: Timestamp,
  timeModified: Timestamp,
}
export const Group = z.object(principal).meta({ id: 'Group' })
export const User = z.object(principal).meta({ id: 'User' })

export const UsernamePasswordCredentials = z
  .object({ username: z.string().max(63), password: z.string().max(512) })
  .meta({ id: 'UsernamePasswordCredentials' })

export const Ping = z.object({ status: z.literal('ok') }).meta({ id: 'Ping' })

export const session = family('session', {
  ping: get('/v1/ping', { summary: 'Check that the API answers', response: Ping, access: 'public' }),
  loginLocal: post('/v1/login/{siloName}/local', {
    summary: 'Sign in with a user name and password',
    params: { siloName: Name },
    body: UsernamePasswordCredentials,
    access: 'public',
  }),
  logout: post('/v1/logout', { summary: 'Sign out of the current session', access: 'public' }),
  currentUserView: get('/v1/me', { summary: 'Fetch the current user', response: CurrentUser }),
  currentUserGroups: get('/v1/me/groups', {
    summary: 'List the groups of the current user',
    query: paginated(IdSortMode),
    response: pageOf(Group).meta({ id: 'GroupResultsPage' }),
  }),
})

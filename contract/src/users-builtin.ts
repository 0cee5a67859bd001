import { z } from 'zod'
import { onFleet } from './needs.ts'
import { family, get } from './operation.ts'
import { identity, NameSortMode, pageOf, paginated } from './scalars.ts'

/** An identity of the system itself. Signing in as one is impossible. */
export const UserBuiltin = z.object(identity).meta({ id: 'UserBuiltin' })

export const usersBuiltin = family('users-builtin', {
  userBuiltinList: get('/v1/system/users-builtin', {
    summary: 'List built-in users',
    description: 'These identities act for the system itself. Nobody can sign in as one.',
    needs: onFleet('list_contents'),
    shows: ['user-builtin'],
    columns: ['name', 'timeCreated', 'id', 'timeModified', 'description'],
    query: paginated(NameSortMode),
    response: pageOf(UserBuiltin).meta({ id: 'UserBuiltinResultsPage' }),
  }),
  userBuiltinView: get('/v1/system/users-builtin/{user}', {
    summary: 'Fetch built-in user',
    description: 'Finds a built-in user by name or id.',
    needs: onFleet('list_contents'),
    shows: ['user-builtin'],
    response: UserBuiltin,
  }),
})

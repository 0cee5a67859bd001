import { z } from 'zod'
import { family, get } from './operation.ts'
import { identity, NameSortMode, pageOf, paginated } from './scalars.ts'

/** An identity by which the system acts by itself. Nobody can sign in as one. */
export const UserBuiltin = z.object(identity).meta({ id: 'UserBuiltin' })

export const usersBuiltin = family('users-builtin', {
  userBuiltinList: get('/v1/system/users-builtin', {
    summary: 'List built-in users',
    query: paginated(NameSortMode),
    response: pageOf(UserBuiltin).meta({ id: 'UserBuiltinResultsPage' }),
  }),
  userBuiltinView: get('/v1/system/users-builtin/{user}', {
    summary: 'Fetch built-in user',
    response: UserBuiltin,
  }),
})

import { z } from 'zod'
import { family, get } from './operation.ts'
import { IdSortMode, pageOf, paginated } from './scalars.ts'
import { Group, User } from './session.ts'

export const users = family('users', {
  userList: get('/v1/users', {
    summary: "List users of the caller's silo",
    query: { group: z.string().optional(), ...paginated(IdSortMode) },
    response: pageOf(User).meta({ id: 'UserResultsPage' }),
  }),
  groupList: get('/v1/groups', {
    summary: "List groups of the caller's silo",
    query: paginated(IdSortMode),
    response: pageOf(Group),
  }),
})

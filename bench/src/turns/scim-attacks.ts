import type { WatchedRequest } from './measure.ts'
import { get, many, post } from './requests.ts'

/** Characters of a filter in an address, and of a body. */
const FILTER = 6_000
const BODY = 1_000_000

/** Returns what an identity provider sends at most, and what costs its parsers the most. @param user the ID of a user. */
export function ofScim(user: string): WatchedRequest[] {
  const users = (name: string, filter: string) =>
    get(`SCIM filter, ${name}`, `/scim/v2/Users?filter=${encodeURIComponent(filter)}`)
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
  const patch = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
  const or = 'userName eq "a"'
  return [
    users('nested', '('.repeat(FILTER)),
    users('negated', 'not ('.repeat(FILTER / 6)),
    users('many conditions', many(FILTER / 25, () => or).join(' or ')),
    users('nested values', 'emails['.repeat(FILTER / 9)),
    users('long text', `userName co "${'a'.repeat(FILTER - 100)}"`),
    post('SCIM group of unknown members', '/scim/v2/Groups', {
      schemas,
      displayName: 'g',
      members: many(9_000, () => ({ value: crypto.randomUUID() })),
    }),
    post('SCIM group, nested', '/scim/v2/Groups', `{"displayName":"g","members":${'['.repeat(BODY / 2)}`),
    post('SCIM user, many emails', '/scim/v2/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'many',
      emails: many(6_000, (n) => ({ value: `${n}@x` })),
    }),
    post(
      'SCIM user, many keys',
      '/scim/v2/Users',
      `{"userName":"k",${many(25_000, (n) => `"${n}":1`).join(',')}}`,
    ),
    {
      ...post('SCIM patch, many operations', `/scim/v2/Users/${user}`, {
        schemas: patch,
        Operations: many(10_000, () => ({
          op: 'replace',
          path: 'emails[type eq "work"].value',
          value: 'a',
        })),
      }),
      method: 'PATCH',
    },
  ]
}

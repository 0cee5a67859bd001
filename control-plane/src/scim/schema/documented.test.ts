import { expect, test } from 'vitest'
import { requireDocumentedScim } from '../../../test/documented-scim.ts'
import { GROUP, USER } from '../../../test/scim.ts'

const user = {
  schemas: [USER],
  id: '1',
  userName: 'ada',
  emails: [{ value: 'ada@clinic.example', primary: true }],
}
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'
const check =
  (body: unknown, status = 200) =>
  () =>
    requireDocumentedScim('/scim/v2/Users', { status, body })

// The database tests check every answer of SCIM in this way.
test('answers that the schemas describe pass', () => {
  for (const body of [
    user,
    { schemas: [LIST], totalResults: 1, Resources: [user] },
    { schemas: [LIST], totalResults: 0 },
  ])
    expect(check(body)).not.toThrow()
  expect(check({ schemas: [ERROR], status: '404', detail: 'there is no such User' }, 404)).not.toThrow()
})

test.each([
  ['an unknown attribute', { ...user, user_name: 'ada' }, 'user_name is no attribute'],
  ['an unknown part', { ...user, name: { first: 'Ada' } }, 'name.first is no attribute'],
  ['a list for one', { ...user, userName: ['ada'] }, 'userName is a list, or is none'],
  ['one for a list', { ...user, emails: { value: 'a' } }, 'emails is a list, or is none'],
  ['a text for a boolean', { ...user, active: 'true' }, 'active is not true or false'],
  ['no ID', { schemas: [GROUP], displayName: 'team' }, 'id is missing'],
  [
    'such a user in a list',
    { schemas: [LIST], totalResults: 1, Resources: [{ ...user, a: 1 }] },
    'a is no attribute',
  ],
])('refuses %s', (_, body, problem) => {
  expect(check(body)).toThrow(problem)
})

test('refuses an error of another form', () => {
  expect(check({ message: 'no' }, 400)).toThrow('it is no error of SCIM')
  expect(check({ schemas: [ERROR], status: '400', detail: 'no', scimType: 'odd' }, 400)).toThrow(
    'scimType is unknown',
  )
})

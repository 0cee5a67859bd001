import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from '../http/errors.ts'
import { groupType } from '../schema/group.ts'
import { readResource } from '../schema/read.ts'
import { userType } from '../schema/user.ts'
import { applyPatch } from './apply.ts'
import { PATCH, ENTERPRISE, ada, patch, refusal } from '../../../test/scim-patch.ts'

describe('refuses', () => {
  test.each([
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['mutability', { op: 'replace', path: 'meta.created', value: 'x' }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'replace', path: 'userName', value: null }],
    ['invalidValue', { op: 'replace', path: 'userName', value: '' }],
    ['invalidValue', { op: 'replace', path: 'userName', value: true }],
    ['invalidValue', { op: 'replace', path: 'active', value: 'perhaps' }],
    ['invalidValue', { op: 'add', path: 'emails', value: 7 }],
    [
      'invalidValue',
      {
        op: 'add',
        path: 'emails',
        value: [
          { value: 'a', primary: true },
          { value: 'b', primary: true },
        ],
      },
    ],
    ['invalidPath', { op: 'replace', path: 'emails[type eq]', value: 'red' }],
    ['invalidPath', { op: 'replace', path: 'emails[colour eq "work"].value', value: 'red' }],
    ['invalidPath', { op: 'replace', path: 'userName eq "x"', value: 'red' }],
    ['invalidPath', { op: 'remove', path: 'name[givenName pr]' }],
    ['invalidPath', { op: 'remove', path: 7 }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[type sw "o"].value', value: 'x' }],
    ['noTarget', { op: 'replace', path: 'ims.value', value: 'x' }],
    ['noTarget', { op: 'add', path: 'emails[type sw "o"].value', value: 'x' }],
    ['noTarget', { op: 'add', path: 'ims.value', value: 'x' }],
    ['invalidSyntax', { op: 'move', path: 'title', value: 'x' }],
    ['invalidSyntax', { op: 'add', path: 'title' }],
    ['invalidSyntax', { op: 'add', value: 'x' }],
    ['invalidSyntax', 'add'],
  ])('%s: %j', (scimType, operation) => {
    expect(() => applyPatch(userType, ada, { schemas: [PATCH], Operations: [operation] })).toThrow(
      refusal(scimType),
    )
  })

  test.each([
    ['no list', { schemas: [PATCH] }],
    ['no operation', { schemas: [PATCH], Operations: [] }],
    ['no schema', { Operations: [{ op: 'add', path: 'title', value: 'x' }] }],
    [
      'another schema',
      { schemas: [userType.schema.id], Operations: [{ op: 'add', path: 'title', value: 'x' }] },
    ],
    ['no object', []],
  ])('a body with %s', (_, body) => {
    expect(() => applyPatch(userType, ada, body)).toThrow(refusal('invalidSyntax'))
  })

  test('applies none of the operations if one is invalid', () => {
    const before = structuredClone(ada)
    expect(() => patch({ op: 'add', path: 'title', value: 'x' }, { op: 'remove', path: 'userName' })).toThrow(
      refusal('mutability'),
    )
    expect(ada).toEqual(before)
  })
})

describe('members of a group', () => {
  const crew = { displayName: 'Crew', members: [{ value: 'u1' }, { value: 'u2' }] }
  const change = (...Operations: object[]) => applyPatch(groupType, crew, { schemas: [PATCH], Operations })
  const members = (...ids: string[]) => ({
    displayName: 'Crew',
    ...(ids.length > 0 ? { members: ids.map((value) => ({ value })) } : {}),
  })
  test('are added, removed and replaced', () => {
    expect(change({ op: 'add', path: 'members', value: [{ value: 'u2' }, { value: 'u3' }] })).toEqual(
      members('u1', 'u2', 'u3'),
    )
    expect(change({ op: 'remove', path: 'members[value eq "u1"]' })).toEqual(members('u2'))
    expect(change({ op: 'remove', path: 'members', value: [{ value: 'u1' }] })).toEqual(members('u2'))
    expect(change({ op: 'remove', path: 'members' })).toEqual(members())
    expect(change({ op: 'replace', path: 'members', value: [{ value: 'u9' }] })).toEqual(members('u9'))
    expect(change({ op: 'replace', value: { id: 'x', displayName: 'Crew', members: [] } })).toEqual(members())
  })
  test('cannot be turned into other members', () => {
    expect(() => change({ op: 'replace', path: 'members[value eq "u1"].value', value: 'u9' })).toThrow(
      refusal('mutability'),
    )
    expect(() => change({ op: 'remove', path: 'members[value eq "u1"].value' })).toThrow(
      refusal('mutability'),
    )
    expect(() => change({ op: 'add', path: 'members', value: [{ display: 'nobody' }] })).toThrow(
      refusal('invalidValue'),
    )
  })
})

describe('the work of one request is limited', () => {
  const members = Array.from({ length: 10_000 }, (_, at) => ({ value: `user-${at}`, display: `User ${at}` }))
  const change = (Operations: object[]) =>
    applyPatch(groupType, { displayName: 'Everyone', members }, { schemas: [PATCH], Operations })
  const times = <One>(count: number, one: (at: number) => One) =>
    Array.from({ length: count }, (_, at) => one(at))
  const tooMuch = expect.objectContaining({ status: 413 })

  test('100 changes of a large group are applied', () => {
    const joins = times(50, (at) => ({ op: 'add', path: 'members', value: [{ value: `new-${at}` }] }))
    const leaves = times(50, (at) => ({ op: 'remove', path: `members[value eq "user-${at}"]` }))
    expect(change([...joins, ...leaves]).members).toHaveLength(10_000)
  })

  test.each([
    [
      '1,000 additions',
      times(1000, (at) => ({ op: 'add', path: 'members', value: [{ value: `new-${at}` }] })),
    ],
    ['1,000 removals', times(1000, () => ({ op: 'remove', path: 'members[value eq "nobody"]' }))],
    [
      'a filter with 300 alternatives',
      [{ op: 'remove', path: `members[${times(300, (at) => `value eq "${at}"`).join(' or ')}]` }],
    ],
    [
      '100 filters with a long text',
      times(100, () => ({ op: 'remove', path: `members[display co "${'x'.repeat(8_000)}"]` })),
    ],
    [
      '20,000 unknown attributes',
      times(2, () => ({
        op: 'add',
        value: Object.fromEntries(times(10_000, (at) => [`unknown${at}`, 1] as const)),
      })),
    ],
  ])('%s are refused', (_, operations) => {
    expect(() => change(operations)).toThrow(tooMuch)
  })
})

test('a PATCH has 1,000 operations at most', () => {
  const titles = (count: number) =>
    patch(...Array.from({ length: count }, (_, at) => ({ op: 'replace', path: 'title', value: `${at}` })))
  expect(titles(1_000)).toMatchObject({ title: '999' })
  expect(() => titles(1_001)).toThrow(refusal('invalidValue'))
})

test('keeps one of the values that differed only in the removed part', () => {
  const same = { value: 'ada@work.test', type: 'home' }
  const changed = patch(
    { op: 'replace', path: 'emails', value: [{ value: same.value, type: 'work' }, same] },
    { op: 'remove', path: 'emails.type' },
  )
  expect(changed).toMatchObject({ emails: [{ value: same.value }] })
})

test('any sequence of operations leaves a valid resource', () => {
  const path = fc.oneof(
    fc.constantFrom(
      'userName',
      'active',
      'name',
      'name.givenName',
      'emails',
      'emails.type',
      'emails[type eq "work"]',
      'emails[primary eq true].value',
      'emails[value co "a"].primary',
      'emails[type eq "other"].value',
      'addresses',
      'ims[not (primary eq true)]',
      'displayName',
      'externalId',
      ENTERPRISE,
      `${ENTERPRISE}:manager`,
      `${ENTERPRISE}:manager.value`,
      'groups',
      'schemas',
    ),
    fc.string({ maxLength: 8 }),
  )
  const text = fc.constantFrom('work', 'home', 'a@b.test', '', 'true')
  const value = fc.oneof(
    text,
    fc.boolean(),
    fc.record({ value: text, type: text, primary: fc.boolean() }, { requiredKeys: [] }),
    fc.array(fc.record({ value: text, type: text, primary: fc.boolean() }, { requiredKeys: [] }), {
      maxLength: 3,
    }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constant({
      userName: 'new',
      emails: [{ value: 'p@q.test', primary: true }],
      name: { givenName: 'N' },
    }),
  )
  const operation = fc.record(
    { op: fc.constantFrom('add', 'replace', 'remove', 'Add', 'Replace'), path, value },
    { requiredKeys: ['op'] },
  )
  let changed = 0
  fc.assert(
    fc.property(fc.array(operation, { minLength: 1, maxLength: 8 }), (operations) => {
      let resource: Record<string, unknown> = ada
      for (const one of operations)
        try {
          resource = applyPatch(userType, resource, { schemas: [PATCH], Operations: [one] })
          changed++
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError)
        }
      // Reading the result as a complete resource changes nothing: no unknown, empty or duplicate values.
      expect(readResource(userType, { schemas: [userType.schema.id], ...resource })).toEqual(resource)
    }),
    { numRuns: 2000 },
  )
  expect(changed).toBeGreaterThan(1000)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from '../http/errors.ts'
import { groupType } from '../schema/group.ts'
import { readResource } from '../schema/read.ts'
import { userType } from '../schema/user.ts'
import { applyPatch } from './apply.ts'

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const ENTERPRISE = userType.extensions[0]!.id
const ada = {
  userName: 'ada',
  active: true,
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [
    { value: 'ada@work.test', type: 'work', primary: true },
    { value: 'ada@home.test', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Engines' },
}
const patch = (...Operations: object[]) => applyPatch(userType, ada, { schemas: [PATCH], Operations })
const refusal = (scimType: string) => expect.objectContaining({ status: 400, scimType })
const [work, home] = ada.emails as [object, object]

describe('add', () => {
  test.each([
    ['a simple attribute', { path: 'nickName', value: 'Al' }, { nickName: 'Al' }],
    [
      'in any case, with the URN of the schema',
      { path: `${userType.schema.id.toUpperCase()}:NICKNAME`, value: 'Al' },
      { nickName: 'Al' },
    ],
    ['a part', { path: 'name.middleName', value: 'K' }, { name: { ...ada.name, middleName: 'K' } }],
    ['parts', { path: 'name', value: { middleName: 'K' } }, { name: { ...ada.name, middleName: 'K' } }],
    [
      'a part of what is not there yet',
      { path: `${ENTERPRISE}:manager.value`, value: 'b' },
      { [ENTERPRISE]: { department: 'Engines', manager: { value: 'b' } } },
    ],
    [
      'a whole extension',
      { path: ENTERPRISE, value: { division: 'X' } },
      { [ENTERPRISE]: { department: 'Engines', division: 'X' } },
    ],
    [
      'values',
      { path: 'emails', value: [{ value: 'x@y.test' }] },
      { emails: [work, home, { value: 'x@y.test' }] },
    ],
    [
      'a single value',
      { path: 'emails', value: { value: 'x@y.test' } },
      { emails: [work, home, { value: 'x@y.test' }] },
    ],
    [
      'a value that is there changes nothing',
      { path: 'emails', value: [{ type: 'home', value: 'ada@home.test' }] },
      {},
    ],
    [
      'a new primary value takes that from the old',
      { path: 'emails', value: [{ value: 'x@y.test', primary: true }] },
      { emails: [{ ...work, primary: false }, home, { value: 'x@y.test', primary: true }] },
    ],
    [
      'a part of the values that are chosen',
      { path: 'emails[type eq "home"].display', value: 'Home' },
      { emails: [work, { ...home, display: 'Home' }] },
    ],
    [
      'a part of a value that has to be made',
      { path: 'emails[type eq "other"].value', value: 'o@o.test' },
      { emails: [work, home, { type: 'other', value: 'o@o.test' }] },
    ],
    [
      'primary by a filter',
      { path: 'emails[type eq "home"].primary', value: 'True' },
      {
        emails: [
          { ...work, primary: false },
          { ...home, primary: true },
        ],
      },
    ],
    [
      'without a path',
      {
        value: {
          nickName: 'Al',
          'name.middleName': 'K',
          [`${ENTERPRISE}:division`]: 'X',
          id: 'mine',
          colour: 'red',
          emails: [{ value: 'x@y.test' }],
        },
      },
      {
        nickName: 'Al',
        name: { ...ada.name, middleName: 'K' },
        [ENTERPRISE]: { department: 'Engines', division: 'X' },
        emails: [work, home, { value: 'x@y.test' }],
      },
    ],
  ])('%s', (_, operation, change) => {
    expect(patch({ op: 'Add', ...operation })).toEqual({ ...ada, ...change })
  })
})

describe('replace', () => {
  test.each([
    ['a simple attribute', { path: 'userName', value: 'ada2' }, { userName: 'ada2' }],
    ['a truth value as text', { path: 'active', value: 'False' }, { active: false }],
    ['what is not there is an add', { path: 'title', value: 'Countess' }, { title: 'Countess' }],
    ['all values', { path: 'emails', value: [{ value: 'x@y.test' }] }, { emails: [{ value: 'x@y.test' }] }],
    ['all values by none', { path: 'emails', value: [] }, { emails: undefined }],
    ['null is no value', { path: 'name.givenName', value: null }, { name: { familyName: 'Lovelace' } }],
    [
      'the values that are chosen',
      { path: 'emails[type eq "home"]', value: { value: 'new@home.test' } },
      { emails: [work, { value: 'new@home.test' }] },
    ],
    [
      'a part of them',
      { path: 'emails[type eq "work" and primary eq true].value', value: 'new@work.test' },
      { emails: [{ ...work, value: 'new@work.test' }, home] },
    ],
    [
      'a part of each',
      { path: 'emails.type', value: 'other' },
      {
        emails: [
          { ...work, type: 'other' },
          { ...home, type: 'other' },
        ],
      },
    ],
    [
      'without a path',
      { value: { active: false, nickName: null, groups: [{ value: 'g' }] } },
      { active: false },
    ],
  ])('%s', (_, operation, change) => {
    expect(patch({ op: 'replace', ...operation })).toEqual({ ...ada, ...change })
  })
})

describe('remove', () => {
  test.each([
    ['an attribute', { path: 'name' }, { name: undefined }],
    ['a part', { path: 'name.givenName' }, { name: { familyName: 'Lovelace' } }],
    ['what is not there', { path: 'title' }, {}],
    ['all values', { path: 'emails' }, { emails: undefined }],
    ['the values that are chosen', { path: 'emails[type eq "home"]' }, { emails: [work] }],
    ['none when none is chosen', { path: 'emails[type eq "other"]' }, {}],
    [
      'the values that are listed',
      { path: 'emails', value: [{ value: 'ada@home.test' }] },
      { emails: [work] },
    ],
    [
      'a part of the values that are chosen',
      { path: 'emails[type eq "home"].type' },
      { emails: [work, { value: 'ada@home.test' }] },
    ],
    ['an attribute of an extension', { path: `${ENTERPRISE}:department` }, { [ENTERPRISE]: undefined }],
    ['an extension', { path: ENTERPRISE }, { [ENTERPRISE]: undefined }],
  ])('%s', (_, operation, change) => {
    expect(patch({ op: 'Remove', ...operation })).toEqual({ ...ada, ...change })
  })
})

describe('refuses', () => {
  test.each([
    ['mutability', { op: 'replace', path: 'id', value: 'x' }],
    ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
    ['mutability', { op: 'replace', path: 'meta.created', value: 'x' }],
    ['mutability', { op: 'remove', path: 'userName' }],
    ['mutability', { op: 'replace', path: 'userName', value: null }],
    ['invalidValue', { op: 'replace', path: 'userName', value: '' }],
    ['invalidValue', { op: 'replace', path: 'userName', value: 7 }],
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
    ['invalidPath', { op: 'replace', path: 'colour', value: 'red' }],
    ['invalidPath', { op: 'replace', path: 'password', value: 'hunter2' }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq]', value: 'red' }],
    ['invalidPath', { op: 'replace', path: 'emails[type eq "work"].colour', value: 'red' }],
    ['invalidPath', { op: 'replace', path: 'userName eq "x"', value: 'red' }],
    ['invalidPath', { op: 'remove', path: 'name[givenName pr]' }],
    ['invalidPath', { op: 'remove', path: 7 }],
    ['noTarget', { op: 'remove' }],
    ['noTarget', { op: 'replace', path: 'emails[type eq "other"].value', value: 'x' }],
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
  const members = Array.from({ length: 10_000 }, (_, at) => ({ value: `user-${at}` }))
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

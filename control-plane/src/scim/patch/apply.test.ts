import { describe, expect, test } from 'vitest'
import { userType } from '../schema/user.ts'
import { ENTERPRISE, ada, patch, work, home } from '../../../test/scim-patch.ts'

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
      'a part of a value that has to be made, as Entra ID expects',
      { path: 'emails[type eq "other"].value', value: 'o@o.test' },
      { emails: [work, home, { type: 'other', value: 'o@o.test' }] },
    ],
    [
      'a whole value that has to be made',
      { path: 'emails[type eq "other"]', value: { value: 'o@o.test' } },
      { emails: [work, home, { type: 'other', value: 'o@o.test' }] },
    ],
    ['a number where text is expected', { path: 'nickName', value: 7 }, { nickName: '7' }],
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

test('an operation on an unknown attribute is ignored, and the others are applied', () => {
  for (const path of [
    'colour',
    'password',
    'name.colour',
    'emails[type eq "work"].colour',
    'urn:ietf:params:scim:schemas:extension:custom:2.0:User:badge',
  ])
    for (const op of ['add', 'replace', 'remove'])
      expect(
        patch(
          { op: 'replace', path: 'nickName', value: 'Al' },
          { op, path, value: 'x' },
          { op: 'replace', path: 'active', value: false },
        ),
      ).toEqual({ ...ada, nickName: 'Al', active: false })
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

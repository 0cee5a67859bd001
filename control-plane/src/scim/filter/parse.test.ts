import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ScimError } from '../http/errors.ts'
import { groupType } from '../schema/group.ts'
import { userType } from '../schema/user.ts'
import { matches } from './matches.ts'
import { parseFilter } from './parse.ts'

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const ada = {
  id: 'A1',
  externalId: 'Ext-1',
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', ENTERPRISE],
  userName: 'Ada@Example.com',
  name: { familyName: "O'Malley", givenName: 'Ada' },
  displayName: 'Ada "the first" O\\M',
  title: '',
  active: true,
  emails: [
    { value: 'ada@example.com', type: 'work', primary: true },
    { value: 'ada@home.test', type: 'home' },
  ],
  [ENTERPRISE]: { department: 'Engines', manager: { value: 'B2', displayName: 'Bob' } },
  meta: {
    resourceType: 'User',
    created: '2026-01-02T03:04:05.000Z',
    lastModified: '2026-05-13T04:42:34.000Z',
  },
}
const holds = (filter: string, resource: object = ada) =>
  matches(parseFilter(filter, userType), resource, () => {})

describe('examples of RFC 7644', () => {
  test.each([
    ['userName eq "ada@example.com"', true],
    ['userName Eq "ADA@EXAMPLE.COM"', true],
    ['USERNAME eq "ada"', false],
    ['name.familyName co "O\'Malley"', true],
    ['userName sw "ADA"', true],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "a"', true],
    ['URN:IETF:params:scim:schemas:core:2.0:user:name.givenName eq "ada"', true],
    ['userName ew ".com"', true],
    ['title pr', false],
    ['nickName pr', false],
    ['name pr', true],
    ['emails pr', true],
    ['meta.lastModified gt "2011-05-13T04:42:34Z"', true],
    ['meta.lastModified ge "2026-05-13T06:42:34+02:00"', true],
    ['meta.lastModified eq "2026-05-13T04:42:34Z"', true],
    ['meta.lastModified lt "2026-05-13T04:42:34Z"', false],
    ['meta.lastModified le "2026-05-13T04:42:34Z"', true],
    ['title pr and userType eq "Employee"', false],
    ['title pr or userName pr', true],
    ['schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"', true],
    ['userType eq "x" and (emails co "example.com" or emails.value co "example.org")', false],
    ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', false],
    ['userType ne "Employee" and not (emails co "nowhere")', true],
    ['emails[type eq "work"]', true],
    [
      'emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]',
      true,
    ],
    ['emails[type eq "home" and value co "@example.com"]', false],
    ['emails.type eq "home" and emails.value co "@example.com"', true],
    ['emails[type eq "home"].value ew ".test"', true],
    ['emails[type eq "work"].value ew ".test"', false],
    ['emails[not (type eq "work")]', true],
    ['emails.primary eq true', true],
    ['active eq true', true],
    ['active eq "True"', true],
    ['active ne true', false],
    ['id eq "A1"', true],
    ['id eq "a1"', false],
    ['externalId eq "Ext-1"', true],
    ['externalId eq "ext-1"', false],
    ['externalId ne "ext-1"', true],
    ['nickName eq null', true],
    ['nickName ne null', false],
    ['userName ne null', true],
    ['nickName ne "x"', true],
    ['nickName gt "x"', false],
    ['displayName eq "Ada \\"the first\\" o\\\\m"', true],
    ['displayName eq "\\u0041da \\"the first\\" O\\\\M"', true],
    [`${ENTERPRISE}:department eq "engines"`, true],
    [`${ENTERPRISE}:manager.value eq "B2"`, true],
    [`${ENTERPRISE}:manager.displayName eq "B2"`, false],
    ['not(active eq false)', true],
    ['  ( ( userName pr ) )  ', true],
  ])('%s', (filter, expected) => {
    expect(holds(filter)).toBe(expected)
  })

  test('"and" binds closer than "or", "not" closest', () => {
    const yes = 'userName pr'
    const no = 'nickName pr'
    expect(holds(`${yes} or ${yes} and ${no}`)).toBe(true)
    expect(holds(`(${yes} or ${yes}) and ${no}`)).toBe(false)
    expect(holds(`not (${yes}) or ${yes}`)).toBe(true)
    expect(holds(`not (${yes}) and ${no}`)).toBe(false)
    expect(holds(`${no} and ${yes} or ${yes}`)).toBe(true)
  })

  test('finds members of a group by their ids', () => {
    const group = { displayName: 'Crew', members: [{ value: 'u1' }, { value: 'u2' }] }
    const has = (filter: string) => matches(parseFilter(filter, groupType), group, () => {})
    expect(has('members eq "u2"')).toBe(true)
    expect(has('members[value eq "u3"]')).toBe(false)
    expect(has('displayName eq "crew" and members[value eq "u1"]')).toBe(true)
  })
})

describe('invalid filters', () => {
  test.each([
    '',
    '   ',
    'userName',
    'userName eq',
    'userName eq "a',
    'userName eq ada',
    'userName eq "a" "b"',
    'userName eq "a" and',
    'and userName pr',
    'userName is "a"',
    'userName eq "a" xor userName pr',
    'not userName pr',
    '(userName pr',
    'userName pr)',
    'emails[type eq "work"',
    'emails[type eq "work"]]',
    'emails[]',
    'emails[colour eq "red"]',
    'emails[type eq "work"].colour pr',
    'emails[type eq "work"].value',
    'name[givenName pr]',
    'name eq "Ada"',
    'colour eq "red"',
    'name.colour eq "red"',
    'name.givenName.first eq "A"',
    'urn:none:userName eq "a"',
    'urn:ietf:params:scim:schemas:core:2.0:User eq "a"',
    'password eq "secret"',
    'active gt true',
    'active eq "yes"',
    'active eq 1',
    'userName eq 1',
    'userName eq true',
    'userName gt null',
    'meta.created eq "yesterday"',
    'meta.created co "2026"',
    'userName eq 1.2.3',
    'userName eq "\\x"',
    'userName ; "a"',
    `${'('.repeat(21)}userName pr${')'.repeat(21)}`,
    `userName eq "${'x'.repeat(9000)}"`,
  ])('%s', (filter) => {
    expect(() => parseFilter(filter, userType)).toThrow(
      expect.objectContaining({ status: 400, scimType: 'invalidFilter' }),
    )
  })

  test('returns a filter or throws a ScimError for any input', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'userName',
        'emails',
        '[',
        ']',
        '(',
        ')',
        'and',
        'or',
        'not',
        'eq',
        'pr',
        'co',
        '"x"',
        'true',
        'null',
        '.value',
        '12',
        'type',
        ' ',
      ),
      fc.string({ maxLength: 4 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        try {
          expect(typeof matches(parseFilter(pieces.join(' '), userType), ada, () => {})).toBe('boolean')
        } catch (error) {
          expect(error).toBeInstanceOf(ScimError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

test('parses nested brackets to the same tree', () => {
  type Tree = { text: string; value: boolean }
  const leaf = fc.boolean().map((value): Tree => ({ text: value ? 'userName pr' : 'nickName pr', value }))
  const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      leaf,
      tie('tree').map(({ text, value }) => ({ text: `not (${text})`, value: !value })),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ text: `(${a.text}) and (${b.text})`, value: a.value && b.value })),
      fc
        .tuple(tie('tree'), tie('tree'))
        .map(([a, b]) => ({ text: `(${a.text} OR ${b.text})`, value: a.value || b.value })),
    ),
  }))
  fc.assert(
    fc.property(tree, ({ text, value }) => {
      expect(holds(text)).toBe(value)
    }),
  )
})

test('matches any string that is compared with itself', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const filter = `nickName eq ${JSON.stringify(text)}`
      if (filter.length > 8000) return
      expect(holds(filter, { nickName: text })).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  descriptionProblem,
  generateName,
  hostnameProblem,
  isUuid,
  nameProblem,
  NAME_MAX_LENGTH,
  normalizeUuid,
  suggestedName,
  numberedName,
} from './names.ts'

const uuid = '0fa1b2c3-4d5e-4f60-8172-93a4b5c6d7e8'
const bare = uuid.replaceAll('-', '')

describe('nameProblem', () => {
  test.each([
    ['web', null],
    ['a', null],
    ['a1-b--2', null],
    ['a'.repeat(63), null],
    ['', 'Name is required'],
    ['a'.repeat(64), 'Must be 63 characters or fewer'],
    ['A!'.repeat(40), 'Must be 63 characters or fewer'],
    ['Web', 'Can only contain lower-case letters, numbers, and dashes'],
    ['wéb', 'Can only contain lower-case letters, numbers, and dashes'],
    ['web\n', 'Can only contain lower-case letters, numbers, and dashes'],
    ['1web', 'Must start with a lower-case letter'],
    ['-', 'Must start with a lower-case letter'],
    ['web-', 'Must end with a letter or number'],
    [`a${uuid.slice(1)}`, 'Must not be a UUID'],
    [`a${bare.slice(1)}`, 'Must not be a UUID'],
  ])('%j: %s', (value, problem) => expect(nameProblem(value)).toBe(problem))

  test('uses the label for an empty field', () =>
    expect(nameProblem('', 'DNS name')).toBe('DNS name is required'))

  test('accepts exactly the names that a letter-by-letter check accepts', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')
    const inner = [...letters, ...'0123456789-'.split('')]
    const readsAsName = (value: string) => {
      const all = value.split('')
      return (
        all.length >= 1 &&
        all.length <= 63 &&
        letters.includes(all[0]!) &&
        all.at(-1) !== '-' &&
        all.every((character) => inner.includes(character)) &&
        !(value.replaceAll('-', '').length === 32 && isUuid(value))
      )
    }
    const nearly = fc.string({ unit: fc.constantFrom(...'abz09-AZ_. é'.split('')), maxLength: 70 })
    const valid = fc.string({ unit: fc.constantFrom(...'abz09-'.split('')), minLength: 1, maxLength: 63 })
    fc.assert(
      fc.property(fc.oneof(nearly, valid), (value) => (nameProblem(value) === null) === readsAsName(value)),
      { numRuns: 1000 },
    )
  })
})

describe('ids', () => {
  test.each([
    [uuid],
    [uuid.toUpperCase()],
    [bare],
    [bare.toUpperCase()],
    [`{${uuid}}`],
    [`urn:uuid:${uuid}`],
    [`URN:UUID:${uuid.toUpperCase()}`],
  ])('reads %s', (text) => expect(normalizeUuid(text)).toBe(uuid))

  test.each([
    [''],
    [`{${uuid}`],
    [`{${bare}}`],
    [`urn:uuid:${bare}`],
    [`urn:uuid:{${uuid}}`],
    [uuid.slice(1)],
    [`${uuid} `],
    [uuid.replace('-', '')],
    [uuid.replace('f', 'g')],
  ])('refuses %j', (text) => expect(isUuid(text)).toBe(false))

  test('reads an id back from any form', () => {
    const forms = [
      (id: string) => id.toUpperCase(),
      (id: string) => `{${id}}`,
      (id: string) => `urn:uuid:${id}`,
      (id: string) => id.replaceAll('-', ''),
    ]
    fc.assert(
      fc.property(
        fc.uuid(),
        fc.constantFrom(...forms),
        (id, form) => normalizeUuid(form(id)) === id.toLowerCase(),
      ),
    )
  })
})

describe('generateName', () => {
  const half = () => 0.5

  test('one source keeps 56 characters, two keep 27 each', () => {
    expect(generateName(['data'], half)).toBe('data-888888')
    expect(generateName(['a'.repeat(80)], half)).toBe(`${'a'.repeat(56)}-888888`)
    expect(generateName(['a'.repeat(80), 'b'.repeat(80)], half)).toBe(
      `${'a'.repeat(27)}-${'b'.repeat(27)}-888888`,
    )
  })

  test('leaves no dash at the end of a truncated part', () =>
    expect(generateName([`${'a'.repeat(26)}-more`, 'boot'], half)).toBe(`${'a'.repeat(26)}-boot-888888`))

  test('prepends a start to names that need one', () => {
    expect(generateName([], half)).toBe('new-888888')
    expect(generateName(['', '---'], half)).toBe('new-888888')
    expect(generateName(['22.04 LTS'], half)).toBe('new-22-04-lts-888888')
  })

  test('generates a valid name from any source', () => {
    const source = fc.oneof(
      fc.string({ maxLength: 80, unit: 'binary' }),
      fc.string({ maxLength: 80, unit: fc.constantFrom(...'ab01-'.split('')) }),
    )
    fc.assert(
      fc.property(
        fc.array(source, { maxLength: 32 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (sources, random) => {
          const name = generateName(sources, () => random)
          expect(nameProblem(name)).toBeNull()
          expect(name.length).toBeLessThanOrEqual(NAME_MAX_LENGTH)
        },
      ),
    )
  })
})

test('allows a description of 512 characters', () => {
  expect(descriptionProblem('x'.repeat(512))).toBeNull()
  expect(descriptionProblem('x'.repeat(513))).toBe('A description must be no longer than 512 characters')
})

describe('hostnameProblem', () => {
  test.each([['web'], ['web-1.example.com'], ['1'], ['A.b'], [`${'a'.repeat(251)}.b`]])(
    'accepts %s',
    (value) => expect(hostnameProblem(value)).toBeNull(),
  )

  test.each([
    ['', 'Hostname is required'],
    [`${'a'.repeat(252)}.b`, 'Must be 253 characters or fewer'],
    ['web.', 'parts separated by dots'],
    ['.web', 'parts separated by dots'],
    ['a..b', 'parts separated by dots'],
    ['-web', 'parts separated by dots'],
    ['a-.b', 'parts separated by dots'],
    ['web_1', 'parts separated by dots'],
    ['web\n', 'parts separated by dots'],
  ])('refuses %j', (value, message) => expect(hostnameProblem(value)).toContain(message))
})

test.each([
  ['My First Project', 'my-first-project'],
  ['  Web server #2 ', 'web-server-2'],
  ['Größe XL', 'gro-e-xl'],
  ['Café', 'cafe'],
  ['2nd shop', 'nd-shop'],
  ['web-', null],
  ['Web-', 'web'],
  [`${'x'.repeat(62)}-more`, 'x'.repeat(62)],
  ['web', null],
  ['42', null],
  [' ', null],
  ['日本', null],
])('suggests a name for %j', (text, name) => expect(suggestedName(text)).toBe(name))

test('a suggested name is a name', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const name = suggestedName(text)
      if (name !== null) expect(nameProblem(name)).toBeNull()
    }),
  ))

test.each([
  ['web', [], 'web-2'],
  ['web', ['web-2', 'web-3'], 'web-4'],
  ['web-7', ['web-2'], 'web-8'],
  ['x'.repeat(63), [], `${'x'.repeat(61)}-2`],
])('numbers %s where %j are taken', (name, taken, numbered) => {
  expect(numberedName(name, taken)).toBe(numbered)
  expect(nameProblem(numbered)).toBeNull()
})

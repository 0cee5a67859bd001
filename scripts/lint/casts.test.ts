import { expect, test } from 'vitest'
import { assertionsIn, assertionsOf, LIMITS } from './casts.ts'

test.each([
  ['const a = b as C', ['as']],
  ['const a = b as unknown as C', ['as', 'as']],
  ['const a = <C>b', ['as']],
  ['const a = b!\nconst c = d![0]!.e', ['!', '!', '!']],
  ['const a = (b as C)!', ['as', '!']],
  ['const a = `${b as C}`', ['as']],
])('counts the assertions of %j', (source, sorts) =>
  expect(assertionsIn('a.ts', source).map(({ kind }) => kind)).toEqual(sorts),
)

test.each([
  "const a = ['b'] as const",
  "import { a as b } from './c.ts'",
  "export { a as b } from './c.ts'",
  "import * as a from './c.ts'",
  'const a = sql`count(*) as b`.as("b")',
  "const a = from('b as c')",
  'type A = { [B in C as B["d"]]: B }',
  'const a = { b } satisfies C',
  'const a = !b && c !== d',
  'class A { b!: string }',
  '// a as B, c!',
])('counts none in %j', (source) => expect(assertionsIn('a.ts', source)).toEqual([]))

test('says where they are', () => {
  const source = 'const a =\n  b as C\nconst d = e!\n'
  expect(assertionsIn('a.ts', source)).toEqual([
    { kind: 'as', line: 2, text: 'b as C' },
    { kind: '!', line: 3, text: 'e!' },
  ])
})

test('fails for a source that it cannot read', () => {
  expect(() => assertionsIn('a.ts', 'const = 1')).toThrow('a.ts could not be read')
})

test.each(Object.keys(LIMITS) as (keyof typeof LIMITS)[])(
  '%s asserts no more than its limit; `node scripts/lint/casts.ts` lists where',
  (room) => {
    const { lines, rates } = assertionsOf(room)
    expect(lines).toBeGreaterThan(1_000)
    expect(rates.as).toBeLessThanOrEqual(LIMITS[room].as)
    expect(rates['!']).toBeLessThanOrEqual(LIMITS[room]['!'])
  },
)

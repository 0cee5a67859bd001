import { contract } from '@granary/contract/contract.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { flagsOf } from '@granary/contract/commands/flags.ts'
import { fieldsOf } from '@granary/contract/commands/fields.ts'
import { readBytes, readValue } from './values.ts'

const fieldOf = (schema: z.ZodType) => fieldsOf(z.object({ someField: schema }))[0]!

test.each([
  [z.string(), 'text', true, false],
  [z.string().nullish(), 'text', false, true],
  [z.enum(['a', 'b']).default('a'), 'text', false, false],
  [z.int(), 'number', true, false],
  [z.boolean().optional(), 'boolean', false, false],
  [z.array(z.string()), 'list', true, false],
  [z.array(z.string()).nullish(), 'list', false, true],
  [z.object({ a: z.string() }), 'json', true, false],
  [z.array(z.object({})), 'json', true, false],
  [z.union([z.string(), z.number()]), 'json', true, false],
  [z.record(z.string(), z.string()), 'json', true, false],
] as [z.ZodType, string, boolean, boolean][])('case %# is a flag', (schema, kind, required, nullable) => {
  expect(fieldOf(schema)).toMatchObject({
    name: 'some_field',
    flag: 'some-field',
    kind,
    required,
    nullable,
  })
})

test('a body with several variants has all of their fields, and requires the common ones', () => {
  const fields = fieldsOf(
    z.union([
      z.object({ type: z.literal('a'), name: z.string(), size: z.int() }),
      z.object({ type: z.literal('b'), name: z.string(), size: z.string() }),
    ]),
  )
  expect(fields.map(({ name, kind, choices, required }) => ({ name, kind, choices, required }))).toEqual([
    { name: 'type', kind: 'text', choices: ['a', 'b'], required: true },
    { name: 'name', kind: 'text', choices: [], required: true },
    { name: 'size', kind: 'json', choices: [], required: true },
  ])
})

test.each(Object.entries(contract))('%s has unique flags', (_, operation) => {
  const { query, body } = flagsOf(operation)
  const flags = [...query, ...body].map(({ flag }) => flag)
  expect(new Set(flags).size).toBe(flags.length)
  for (const flag of flags) expect(flag).toMatch(/^[a-z][a-z0-9-]*$/)
})

test.each([
  ['0', 0],
  ['1073741824', 2 ** 30],
  ['4GiB', 2 ** 32],
  ['4 GiB', 2 ** 32],
  ['4g', 2 ** 32],
  ['1.5GB', 1.5 * 2 ** 30],
  ['512m', 2 ** 29],
  ['1T', 2 ** 40],
  ['100b', 100],
  ['0.3k', null],
  ['-1', null],
  ['1e9', null],
  ['GiB', null],
  ['9000P', null],
  ['', null],
])('%j is %j bytes', (text, bytes) => {
  expect(readBytes(text)).toBe(bytes)
})

test('reads null where it is allowed, and as text otherwise', () => {
  expect(readValue(fieldOf(z.string().nullable()), 'null')).toBeNull()
  expect(readValue(fieldOf(z.int().nullable()), 'null')).toBeNull()
  expect(readValue(fieldOf(z.string()), 'null')).toBe('null')
})

test('refuses invalid JSON without repeating it', () => {
  expect(() => readValue(fieldOf(z.object({})), '{"password":"secret"')).toThrow(
    /^--some-field is not valid JSON$/,
  )
})

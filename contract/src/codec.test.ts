import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codecOf, toSnake } from './codec.ts'
import { contract } from './contract.ts'
import type { Operation } from './operation.ts'

const operations = Object.entries(contract) as [string, Operation][]

test('converts keys to snake case, and digits stay with their word', () => {
  expect(['timeCreated', 'ipv4Block', 'id', 'autoRestartCooldownExpiration'].map(toSnake)).toEqual([
    'time_created',
    'ipv4_block',
    'id',
    'auto_restart_cooldown_expiration',
  ])
})

test('renames keys of objects, arrays, unions and nested defaults both ways', () => {
  const schema = z.object({
    bootDisk: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('a'), imageId: z.string() }),
        z.object({ type: z.literal('b'), diskSource: z.object({ blockSize: z.int() }) }),
      ])
      .nullish(),
    roleAssignments: z.array(z.object({ roleName: z.string() })).default([]),
  })
  const value = {
    bootDisk: { type: 'b', diskSource: { blockSize: 512 } },
    roleAssignments: [{ roleName: 'admin' }],
  }
  const wire = {
    boot_disk: { type: 'b', disk_source: { block_size: 512 } },
    role_assignments: [{ role_name: 'admin' }],
  }
  expect(codecOf(schema).encode(value)).toEqual(wire)
  expect(codecOf(schema).decode(wire)).toEqual(value)
})

test('leaves the keys of a record unchanged and converts its values', () => {
  const schema = z.object({ labelsByHost: z.record(z.string(), z.object({ hostName: z.string() })) })
  const value = { labelsByHost: { 'Mixed-Case_key': { hostName: 'x' }, snake_key: { hostName: 'y' } } }
  expect(codecOf(schema).encode(value)).toEqual({
    labels_by_host: { 'Mixed-Case_key': { host_name: 'x' }, snake_key: { host_name: 'y' } },
  })
  expect(codecOf(schema).decode(codecOf(schema).encode(value))).toEqual(value)
})

test('drops unknown keys, also those of the prototype', () => {
  const { decode } = codecOf(z.object({ name: z.string() }))
  expect(decode(JSON.parse('{"name":"a","other":1,"__proto__":{"name":"b"},"constructor":1}'))).toEqual({
    name: 'a',
  })
})

test('looks for its own keys only, however many others there are', () => {
  const { decode } = codecOf(z.object({ hostName: z.string(), memory: z.int().optional() }))
  const asked: (string | symbol)[] = []
  const value = new Proxy(
    { host_name: 'web', other: 1 },
    {
      ownKeys: () => expect.fail('lists all keys'),
      getOwnPropertyDescriptor: (target, key) => {
        asked.push(key)
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
    },
  )
  expect(decode(value)).toEqual({ hostName: 'web' })
  expect(asked).toEqual(['host_name', 'memory'])
})

test('keeps null, even where the schema will refuse it', () => {
  const { decode } = codecOf(z.object({ maybe: z.string().optional(), empty: z.string().nullable() }))
  expect(decode({ maybe: null, empty: null })).toEqual({ maybe: null, empty: null })
})

test('writes undefined as null', () => {
  const { encode } = codecOf(z.object({ maybe: z.string().optional(), name: z.string() }))
  expect(encode({ maybe: undefined, name: 'a' })).toEqual({ maybe: null, name: 'a' })
})

test('converts a key shared by alternatives with the matching one', () => {
  const schema = z.discriminatedUnion('type', [
    z.object({ type: z.literal('one'), value: z.object({ ipStack: z.string() }) }),
    z.object({ type: z.literal('many'), value: z.array(z.object({ ipStack: z.string() })) }),
    z.object({ type: z.literal('none'), value: z.string() }),
  ])
  const values = [
    { type: 'one', value: { ipStack: 'x' } },
    { type: 'many', value: [{ ipStack: 'x' }] },
    { type: 'none', value: 'ipStack' },
  ]
  expect(values.map(codecOf(schema).encode)).toEqual([
    { type: 'one', value: { ip_stack: 'x' } },
    { type: 'many', value: [{ ip_stack: 'x' }] },
    { type: 'none', value: 'ipStack' },
  ])
  for (const value of values) expect(codecOf(schema).decode(codecOf(schema).encode(value))).toEqual(value)
})

/** Schemas of every form with values that they accept. */
type Case = { schema: z.ZodType; value: unknown }
const key = fc.stringMatching(/^[a-z][a-z0-9]{0,3}([A-Z][a-z]{1,3}){0,2}$/)
const { anyCase } = fc.letrec<{ anyCase: Case }>((tie) => ({
  anyCase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.string().map((value): Case => ({ schema: z.string(), value })),
    fc.integer().map((value): Case => ({ schema: z.int(), value })),
    tie('anyCase').map(({ schema, value }): Case => ({ schema: schema.nullable(), value })),
    tie('anyCase').map(({ schema }): Case => ({ schema: schema.nullable(), value: null })),
    tie('anyCase').map(({ schema, value }): Case => ({ schema: schema.optional(), value })),
    fc.tuple(tie('anyCase'), fc.integer({ min: 0, max: 3 })).map(([{ schema, value }, length]): Case => ({
      schema: z.array(schema),
      value: Array.from({ length }, () => value),
    })),
    fc.dictionary(key, tie('anyCase'), { maxKeys: 4 }).map((fields): Case => object(fields)),
    fc
      .tuple(fc.array(fc.string(), { maxLength: 3 }), tie('anyCase'))
      .map(([keys, { schema, value }]): Case => ({
        schema: z.record(z.string(), schema),
        value: Object.fromEntries(keys.map((name) => [name, value])),
      })),
    fc
      .array(fc.dictionary(key, tie('anyCase'), { maxKeys: 3 }), { minLength: 1, maxLength: 3 })
      .map((options): Case => {
        const cases = options.map((fields, at) =>
          object(fields, { type: z.literal(`t${at}`) }, { type: `t${at}` }),
        )
        return { schema: z.union(cases.map((one) => one.schema)), value: cases[0]!.value }
      }),
  ),
}))

function object(
  fields: Record<string, Case>,
  shape: Record<string, z.ZodType> = {},
  values: object = {},
): Case {
  const entries = Object.entries(fields).filter(([name]) => name !== 'type')
  return {
    schema: z.object({ ...Object.fromEntries(entries.map(([name, one]) => [name, one.schema])), ...shape }),
    value: { ...Object.fromEntries(entries.map(([name, one]) => [name, one.value])), ...values },
  }
}

test('round-trips every value that a schema accepts', () => {
  fc.assert(
    fc.property(anyCase, ({ schema, value }) => {
      const { encode, decode } = codecOf(schema)
      const wire: unknown = JSON.parse(JSON.stringify(encode(value) ?? null))
      expect(decode(wire)).toEqual(value)
      expect(schema.safeParse(decode(wire)).success).toBe(true)
    }),
    { numRuns: 500 },
  )
})

test('no two fields of one object of the contract share a wire name', () => {
  const walk = (schema: unknown, seen = new Set<unknown>()): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return
    seen.add(schema)
    const { def } = (schema as { _zod?: { def: Record<string, unknown> } })._zod ?? { def: undefined }
    if (def?.shape) {
      const names = Object.keys(def.shape as object).map(toSnake)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) expect(name).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/)
      for (const item of Object.values(def.shape as object)) walk(item, seen)
    }
    for (const item of Object.values(def ?? {})) for (const one of [item].flat()) walk(one, seen)
  }
  for (const [, { params, query, body, response }] of operations)
    [params, query, body, response].forEach((one) => walk(one))
})

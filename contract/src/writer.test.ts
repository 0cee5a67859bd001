import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { codecOf, defOf } from './codec.ts'
import { contract } from './contract.ts'
import type { Operation } from './operation.ts'
import { jsonOf } from './writer.ts'

function same(schema: z.ZodType, value: unknown, extensions: boolean): void {
  const encoded = JSON.stringify(codecOf(schema, extensions).encode(value)) ?? 'null'
  expect(JSON.parse(jsonOf(schema, value, extensions))).toEqual(JSON.parse(encoded))
}

const Odd = z.object({
  plainName: z.string(),
  maybeNull: z.string().nullable(),
  maybeAbsent: z.number().optional(),
  aList: z.array(z.object({ isIt: z.boolean(), deep: z.array(z.string().nullable()) })),
  aMap: z.record(z.string(), z.object({ innerKey: z.string() })),
  either: z.union([z.object({ oneWay: z.string() }), z.object({ otherWay: z.number() }), z.string()]),
})

test('writes what the codec encodes, for any text, number and missing field', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constant('\ud800"\\\n'),
  )
  const number = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(-0, NaN, Infinity))
  const value = fc.record(
    {
      plainName: text,
      maybeNull: fc.oneof(text, fc.constant(null), fc.constant(undefined)),
      maybeAbsent: number,
      aList: fc.array(fc.record({ isIt: fc.boolean(), deep: fc.array(fc.oneof(text, fc.constant(null))) })),
      aMap: fc.dictionary(text, fc.record({ innerKey: text })),
      either: fc.oneof(fc.record({ oneWay: text }), fc.record({ otherWay: number }), text),
      unknownField: text,
    },
    { requiredKeys: [] },
  )
  fc.assert(fc.property(value, fc.boolean(), (one, extensions) => same(Odd, one, extensions)))
})

test('writes a value of the wrong type as the codec does', () => {
  for (const value of [
    null,
    undefined,
    'text',
    7,
    true,
    [],
    {},
    [[null, undefined]],
    { aList: 'no', either: null },
  ])
    for (const extensions of [true, false]) same(Odd, value, extensions)
  same(z.array(Odd), {}, true)
})

/** Builds a value of a schema without knowing its rules: a text for each scalar. */
function sample(schema: z.ZodType): unknown {
  const def = defOf(schema)
  if (def.shape) return Object.fromEntries(Object.entries(def.shape).map(([key, of]) => [key, sample(of)]))
  if (def.element) return [sample(def.element), sample(def.element)]
  if (def.options) return sample(def.options[0]!)
  if (def.valueType) return { freeKey: sample(def.valueType) }
  const inner = def.innerType ?? def.in
  return inner ? sample(inner) : 'a "text"'
}

test.each(Object.entries(contract as Record<string, Operation>).filter(([, { response }]) => response))(
  'writes the response of %s as the codec encodes it',
  (_, { response }) => {
    for (const extensions of [true, false])
      same(response as z.ZodType, sample(response as z.ZodType), extensions)
  },
)

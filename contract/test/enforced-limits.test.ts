import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/contract.ts'
import type { Operation } from '../src/operation.ts'
import type { Schema } from './schemas.ts'

type Definition = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  keyType?: z.ZodType
  valueType?: z.ZodType
}
const definitionOf = (schema: z.ZodType) => (schema as unknown as { _zod: { def: Definition } })._zod.def

/** Returns a schema's texts, lists and numbers with their paths. Fails for a type that this test does not know. */
function* limitedIn(schema: z.ZodType, path: string): Generator<[path: string, schema: z.ZodType]> {
  const { type, shape, element, innerType, options, keyType, valueType } = definitionOf(schema)
  if (['string', 'number', 'array'].includes(type)) yield [path, schema]
  else if (!SIMPLE.includes(type)) throw new Error(`${path} is of the type ${type}`)
  for (const [key, field] of Object.entries(shape ?? {})) yield* limitedIn(field, `${path}.${key}`)
  for (const part of [element, innerType, ...(options ?? []), keyType, valueType])
    if (part) yield* limitedIn(part, path)
}
/** Types without a size, or whose parts have one. `custom` and `unknown` are limited by `maxBody`. */
const SIMPLE = [
  'object',
  'optional',
  'nullable',
  'default',
  'union',
  'record',
  'enum',
  'literal',
  'boolean',
  'custom',
  'unknown',
]

const inputs = (Object.entries(contract) as [string, Operation][]).flatMap(([id, { params, query, body }]) =>
  [params, query, body].flatMap((schema) => (schema ? [...limitedIn(schema, id)] : [])),
)

/** Texts that some rule accepts in any length, and that are longer than a limit. */
const LONG = [
  (length: number) => 'a'.repeat(length),
  (length: number) => 'A'.repeat(Math.ceil(length / 4) * 4),
  (length: number) => '1'.repeat(length),
  (length: number) => ' '.repeat(length),
  (length: number) => `fe80::1%${'a'.repeat(length)}`,
  (length: number) => `10.0.0.0/${'8'.padStart(length, '0')}`,
  (length: number) => `fd00::/${'48'.padStart(length, '0')}`,
  (length: number) => `https://example.com/${'a'.repeat(length)}`,
  (length: number) => `22-${'23'.padStart(length, '0')}`,
  (length: number) => `sha256:${'a'.repeat(length)}`,
  (length: number) =>
    `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLEEXAMPLE ${'a'.repeat(length)}`,
  (length: number) => `2026-01-01T00:00:00.${'0'.repeat(length)}Z`,
]

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

/** Returns the limits of a schema in the OpenAPI document. */
function statedBy(schema: z.ZodType): Schema {
  const { $defs, ...stated } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema & {
    $defs?: Record<string, Schema>
  }
  return stated.$ref ? { ...$defs?.[stated.$ref.split('/').at(-1)!], ...stated } : stated
}

/** Returns what a schema accepts beyond the maximum that the OpenAPI document states. */
function excessOf(schema: z.ZodType): string[] {
  const { maxLength = SHORT_FORMATS, maximum = Infinity, maxItems = Infinity } = statedBy(schema)
  switch (definitionOf(schema).type) {
    case 'string':
      return LONG.map((text) => text(maxLength + 1)).filter((text) => accepts(schema, text))
    case 'number':
      return [maximum * 2 + 2, -1e300].filter((value) => accepts(schema, value)).map(String)
    default: {
      if (maxItems === Infinity) return ['any number of items']
      const { issues } = schema.safeParse(Array(maxItems + 1).fill(null)).error!
      return issues.some(({ code }) => code === 'too_big') ? [] : [`${maxItems + 1} items`]
    }
  }
}
/** Maximum length of texts whose format limits them: IDs, times and addresses. */
const SHORT_FORMATS = 64

/** Lists that a rule of the domain checks as a whole, and texts in them. The tests of the rule have these limits. */
const CHECKED_BY_RULES = [
  /^vpcFirewallRulesUpdate\.rules(\.targets|\.targetTags|\.filters\.(hosts|ports|protocols))?$/,
  /^\w*[pP]olicyUpdate\.roleAssignments$/,
]

test('refuses what is longer or larger than the contract says', () => {
  expect(inputs.length).toBeGreaterThan(1_000)
  const seen = new Map<z.ZodType, string[]>()
  const checked = inputs.filter(([path]) => !CHECKED_BY_RULES.some((rule) => rule.test(path)))
  const faults = checked.flatMap(([path, schema]) => {
    const excess = seen.get(schema) ?? excessOf(schema)
    seen.set(schema, excess)
    return excess.length > 0 ? [[path, excess]] : []
  })
  expect(faults).toEqual([])
})

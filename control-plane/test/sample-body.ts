import { toSnake } from '@granary/contract/codec.ts'
import { z } from 'zod'

type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  minimum?: number
  minLength?: number
  minItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  $defs?: Record<string, Schema>
}

/** Returns a small body that a schema accepts, in wire names: required fields only, each with a plain value. */
export function sampleBody(schema: z.ZodType): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return sampleOf(root, root.$defs ?? {})
}

function sampleOf(schema: Schema, definitions: Record<string, Schema>): unknown {
  const inner = (part: Schema) => sampleOf(part, definitions)
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (schema.$ref) return inner(definitions[schema.$ref.split('/').at(-1)!]!)
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (choice) return inner(choice)
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [toSnake(key), inner(schema.properties![key]!)]),
      )
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => inner(schema.items!))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'uuid' ? crypto.randomUUID() : 'sample'.padEnd(schema.minLength ?? 0, 'e')
    default:
      return null
  }
}

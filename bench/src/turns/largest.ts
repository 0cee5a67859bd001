/** A schema of the OpenAPI document. */
export type Schema = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
}

/** Texts of which most patterns of the contract take one. */
const TEXTS = [
  'a'.repeat(63),
  '10.0.0.0/8',
  'fd00:1122:3344::/48',
  '10.0.0.1',
  'A8:40:25:00:00:01',
  '2026-01-01T00:00:00Z',
  '1',
  '1-2',
  'YQ==',
]

/**
 * Returns a value with every field of a schema, each as large as it may be, in about so many characters.
 * @param definitions the schemas that it refers to, by name.
 */
export function largestOf(schema: Schema, definitions: Record<string, Schema>, size: number): unknown {
  const inner = (part: Schema, room = size) => largestOf(part, definitions, room)
  const choices = schema.anyOf ?? schema.oneOf
  const referred = schema.$ref && definitions[schema.$ref.split('/').at(-1)!]
  // A schema that contains itself ends here.
  if (schema.$ref) return referred && size > 1 ? inner(referred, size / 2) : null
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  if (choices) return longestOf(choices.map((choice) => inner(choice)))
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {})
      const room = Math.floor(size / Math.max(1, fields.length))
      return Object.fromEntries(fields.map(([key, field]) => [key, inner(field, room)]))
    }
    case 'array':
      return items(schema, (room) => inner(schema.items ?? {}, room), size)
    case 'integer':
    case 'number':
      return Math.min(schema.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    case 'boolean':
      return true
    case 'string':
      return text(schema, size)
    default:
      return null
  }
}

/** Elements of the largest size of which the most fit. */
function items({ maxItems = 1_000_000 }: Schema, item: (room: number) => unknown, size: number): unknown[] {
  const one = item(Math.max(64, Math.floor(size / Math.min(maxItems, 1_000))))
  const count = Math.floor(size / (JSON.stringify(one).length + 1))
  return Array.from({ length: Math.max(1, Math.min(maxItems, count)) }, () => one)
}

function text({ format, pattern, maxLength }: Schema, size: number): string {
  if (format === 'uuid') return crypto.randomUUID()
  if (pattern === undefined) return 'x'.repeat(Math.max(1, Math.min(maxLength ?? size, size)))
  return TEXTS.find((each) => new RegExp(pattern, 'u').test(each)) ?? 'a'
}

const longestOf = (values: unknown[]): unknown =>
  values.reduce((one, other) => (JSON.stringify(other).length > JSON.stringify(one).length ? other : one))

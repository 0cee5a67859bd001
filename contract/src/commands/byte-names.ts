import { toSnake } from '../codec.ts'
import { z } from 'zod'

/** What this reads of a JSON schema. */
type Node = { $ref?: string; anyOf?: Node[]; properties?: Record<string, Node> }

/** Returns the wire names of the fields of a body that are numbers of bytes, at any depth. */
export function byteNamesOf(schema: z.ZodType): ReadonlySet<string> {
  const names = new Set<string>()
  const walk = (node: unknown): void => {
    if (!isNode(node)) return
    for (const [key, field] of Object.entries(node.properties ?? {}))
      if ([field, ...(field.anyOf ?? [])].some(({ $ref }) => $ref?.endsWith('/ByteCount')))
        names.add(toSnake(key))
    for (const part of Object.values(node)) walk(part)
  }
  walk(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
  return names
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

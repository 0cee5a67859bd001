import { toSnake } from '@granary/contract/codec.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { z } from 'zod'
import type { Entry } from '@granary/contract/commands/catalog.ts'
import type { Field } from '@granary/contract/commands/fields.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'

const ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

/** Returns a command line that uses an operation with the flags that it requires. */
export function exampleOf({ family, verb, operation }: Entry, flags: Flags): string {
  const args = Object.entries(operation.params.shape).map(([name, schema]) =>
    textFor(schema, `my-${toSnake(name).replaceAll('_', '-')}`),
  )
  if (flags.takes === 'file') return ['granary', family, verb, ...args, 'release.zip'].join(' ')
  const asked = flags.query.filter(
    ({ name, required }) => required || (name === 'project' && needsProject(operation)),
  )
  const given = [...asked, ...bodyFlags(operation, flags)].flatMap((field) => flagFor(field, operation))
  const file = flags.takes === 'bytes' ? ['--input', 'blocks.bin'] : []
  return ['granary', family, verb, ...args, ...given, ...file].filter(Boolean).join(' ')
}

/** Names in a path are only unique in a project. */
const needsProject = ({ params }: Operation): boolean =>
  Object.values(params.shape).some(
    (schema) => !schema.safeParse(ID).success || schema.safeParse('my-name').success,
  )

/** An update names one field, because it keeps all other fields: the name, or else the first. */
function bodyFlags({ method }: Operation, { body }: Flags): Field[] {
  const required = body.filter(
    (field) => field.required && !(field.name === 'description' && body.length > 1),
  )
  if (method !== 'PUT') return required
  const name = body.filter((field) => field.name === 'name' && !field.required)
  return name.length > 0 ? name : required.length > 0 ? required : body.slice(0, 1)
}

/** Candidates for the value of a text; the first that its schema takes is shown. */
const TEXTS = [
  'my-name',
  ID,
  '10.0.0.0/24',
  'web',
  "'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX ann'",
]
const unquoted = (text: string): string => text.replaceAll("'", '')

/** Returns the example that a schema states. */
function statedExample(schema: z.ZodType): string | undefined {
  const examples = schema.meta()?.examples
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined
  return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined
}

function textFor(schema: z.ZodType, first: string): string {
  const stated = statedExample(schema)
  if (stated !== undefined) return stated
  if (schema instanceof z.ZodEnum) return String(schema.options[0])
  return [first, ...TEXTS].find((text) => schema.safeParse(unquoted(text)).success) ?? 'VALUE'
}

/** Values that say more than the generated ones. */
const NAMES: Readonly<Record<string, string>> = { name: 'web', project: 'my-project', hostname: 'web' }

function flagFor({ name, flag, kind, choices }: Field, operation: Operation): string[] {
  if (kind === 'boolean') return [`--${flag}`]
  const schema = schemaOf(operation, name)
  const value =
    kind === 'bytes'
      ? '4GiB'
      : kind === 'number'
        ? (statedExample(schema) ?? '2')
        : kind === 'json' || (kind === 'list' && choices.length > 0)
          ? `'${JSON.stringify(sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node))}'`
          : (choices[0] ?? textFor(kind === 'list' ? z.string() : schema, NAMES[name] ?? `my-${flag}`))
  return [`--${flag}`, kind === 'list' ? (choices[0] ?? value) : value]
}

/** Returns the schema of a flag by its wire name. */
function schemaOf({ query, body }: Operation, name: string): z.ZodType {
  const objects = [query, body].flatMap((schema) => (schema ? shapesOf(schema) : []))
  const found = objects.flatMap((shape) => Object.entries(shape)).find(([key]) => toSnake(key) === name)
  return found?.[1] ?? z.string()
}

function shapesOf(schema: unknown): Record<string, z.ZodType>[] {
  if (schema instanceof z.ZodObject) return [schema.shape]
  return schema instanceof z.ZodUnion ? schema.options.flatMap(shapesOf) : []
}

type Node = {
  $ref?: string
  $defs?: Record<string, Node>
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  minimum?: number
  anyOf?: Node[]
  oneOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
}

/** Returns a value of a schema with the required fields only, in wire names. */
function sample(node: Node, defs = node.$defs ?? {}): unknown {
  if (node.$ref) return sample(defs[node.$ref.split('/').at(-1) ?? ''] ?? { type: 'string' }, defs)
  const [option] = node.anyOf ?? node.oneOf ?? []
  if (option) return sample(option, defs)
  if (node.examples) return node.examples[0]
  if (node.const !== undefined) return node.const
  if (node.enum) return node.enum[0]
  if (node.type === 'array') return node.items ? [sample(node.items, defs)] : []
  if (node.properties) {
    const required = Object.entries(node.properties).filter(([key]) => node.required?.includes(key))
    return Object.fromEntries(required.map(([key, part]) => [toSnake(key), sample(part, defs)]))
  }
  if (node.type === 'integer' || node.type === 'number') return Math.max(node.minimum ?? 1, 1)
  if (node.type === 'boolean') return true
  return node.format === 'uuid' ? ID : 'my-name'
}

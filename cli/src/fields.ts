import { toSnake } from '@granary/contract/codec.ts'
import { z } from 'zod'

/** How the text of a flag becomes a value: `list` is a flag that may be repeated, `json` is anything with parts. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'bytes' | 'list' | 'json'

/** One field of a query or a body, as the command line sees it. */
export type Field = {
  /** As it is on the wire: `boot_disk`. */
  name: string
  /** Without the dashes: `boot-disk`. */
  flag: string
  kind: FieldKind
  /** What it may be, where there are few choices. */
  choices: string[]
  nullable: boolean
  required: boolean
  description: string
  /** What it is made of, when it is an object that always has the same form. */
  parts: Field[]
}

/** The only component that a schema refers to without defining it is `Name`, as part of `NameOrId`. */
const TEXT: Schema = { type: 'string' }

type Resolve = (node: Schema) => Schema

type Schema = {
  $ref?: string
  $defs?: Record<string, Schema>
  id?: string
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  title?: string
  description?: string
  default?: unknown
}

/** The fields of an object, or of what may be one of several objects; none of what is no object. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const resolve: Resolve = (node) => {
    const name = node.$ref?.split('/').at(-1)
    const { $ref: _, ...own } = node
    return name ? { id: name, ...resolve(root.$defs?.[name] ?? TEXT), ...own } : node
  }
  return fieldsIn(alternatives(resolve(root), resolve), resolve, DEPTH)
}

/** A form may have itself as a part. */
const DEPTH = 3

function fieldsIn(options: Schema[], resolve: Resolve, depth: number): Field[] {
  const objects = options.filter((node) => node.properties)
  const fields = new Map<string, Field>()
  for (const { properties = {} } of objects)
    for (const [key, node] of Object.entries(properties)) {
      const required = objects.every((object) => object.required?.includes(key))
      const known = fields.get(key)
      const field = describe(key, resolve(node), resolve, required, depth)
      fields.set(key, known ? merge(known, field) : field)
    }
  return [...fields.values()]
}

const alternatives = (node: Schema, resolve: Resolve): Schema[] => {
  const { type } = node as { type?: string | string[] }
  if (Array.isArray(type)) return type.map((one) => ({ ...node, type: one }))
  const options = node.anyOf ?? node.oneOf
  return options ? options.flatMap((option) => alternatives(resolve(option), resolve)) : [node]
}

function describe(key: string, node: Schema, resolve: Resolve, required: boolean, depth: number): Field {
  const all = alternatives(node, resolve)
  const kinds = all.filter(({ type }) => type !== 'null')
  const name = toSnake(key)
  return {
    name,
    flag: name.replaceAll('_', '-'),
    kind: kindOf(kinds, resolve),
    choices: kinds
      .flatMap(({ enum: choices, const: only }) => choices ?? (only === undefined ? [] : [only]))
      .map(String),
    nullable: kinds.length < all.length,
    required,
    description: node.description ?? node.title ?? '',
    parts: kinds.length === 1 && depth > 0 ? fieldsIn(kinds, resolve, depth - 1) : [],
  }
}

const isScalar = ({ type, enum: choices, const: only }: Schema): boolean =>
  choices !== undefined ||
  only !== undefined ||
  ['string', 'integer', 'number', 'boolean'].includes(type ?? '')

function kindOf(options: Schema[], resolve: Resolve): FieldKind {
  const [first] = options
  if (!first || new Set(options.map(({ type }) => type)).size > 1) return 'json'
  if (first.id === 'ByteCount') return 'bytes'
  if (first.type === 'integer' || first.type === 'number') return 'number'
  if (first.type === 'boolean') return 'boolean'
  if (isScalar(first)) return 'text'
  return first.type === 'array' && first.items && alternatives(resolve(first.items), resolve).every(isScalar)
    ? 'list'
    : 'json'
}

/** The same field in two alternatives: what is different in them takes JSON. */
const merge = (one: Field, other: Field): Field => ({
  ...one,
  kind: one.kind === other.kind ? one.kind : 'json',
  choices: [...new Set([...one.choices, ...other.choices])],
  nullable: one.nullable || other.nullable,
})

import { toSnake } from '../codec.ts'
import { z } from 'zod'

/** How a flag's text becomes a value: `list` flags can be repeated, and `json` is used for structured values. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'bytes' | 'list' | 'json'

/** One field of a query or a body, as the command line sees it. */
export type Field = {
  /** Wire name: `boot_disk`. */
  name: string
  /** Flag name, without dashes: `boot-disk`. */
  flag: string
  kind: FieldKind
  /** Allowed values, if there is a fixed list. */
  choices: string[]
  nullable: boolean
  required: boolean
  description: string
  /** Fields of an object with a fixed shape. */
  parts: Field[]
  /** The field that takes the values which this one does not have itself. */
  beside?: Pick<Field, 'name' | 'choices'>
}

/** The only component that schemas refer to without defining it is `Name`, as part of `NameOrId`. */
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

/** Returns the fields of an object, or of all variants of one; none for other schemas. */
export function fieldsOf(schema: z.ZodType): Field[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  const resolve: Resolve = (node) => {
    const name = node.$ref?.split('/').at(-1)
    const { $ref: _, ...own } = node
    return name ? { id: name, ...resolve(root.$defs?.[name] ?? TEXT), ...own } : node
  }
  return fieldsIn(alternatives(resolve(root), resolve), resolve, DEPTH)
}

/** Schemas can be recursive. */
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

/** Combines one field of two variants. If they differ, the field takes JSON. */
const merge = (one: Field, other: Field): Field => ({
  ...one,
  kind: one.kind === other.kind ? one.kind : 'json',
  choices: [...new Set([...one.choices, ...other.choices])],
  nullable: one.nullable || other.nullable,
})

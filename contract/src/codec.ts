import type { z } from 'zod'
import { isExtra } from './extension.ts'

/** Converts `timeCreated` to `time_created`, the form of every key on the wire. */
export const toSnake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Json = unknown
type Convert = (value: Json) => Json
/** Renames the keys of a value between wire and code. Keys that are data (maps with free keys) stay unchanged. */
export type Codec = { decode: Convert; encode: Convert }

export type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  options?: z.ZodType[]
  valueType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  left?: z.ZodType
  right?: z.ZodType
  items?: z.ZodType[]
  getter?: () => z.ZodType
}
/** Returns the definition of a schema. */
export const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def

const unchanged: Codec = { decode: (value) => value, encode: (value) => value }
export const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Cache = WeakMap<z.ZodType, Codec>
const complete: Cache = new WeakMap()
const published: Cache = new WeakMap()

/**
 * Returns the codec of a schema: from snake_case JSON to the camelCase value that the schema parses, and back. Does
 * not check values: the schema itself refuses a null that it does not allow.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export const codecOf = (schema: z.ZodType, extensions = true): Codec =>
  codecIn(extensions ? complete : published, schema)

function codecIn(cache: Cache, schema: z.ZodType): Codec {
  const known = cache.get(schema)
  if (known) return known
  const made = make(cache, schema)
  cache.set(schema, made)
  return made
}

function make(cache: Cache, schema: z.ZodType): Codec {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectCodec(cache, [def.shape!])
    case 'array':
      return arrayCodec(codecIn(cache, def.element!))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return codecIn(cache, def.innerType!)
    case 'pipe':
      return codecIn(cache, def.in!)
    case 'lazy':
      return {
        decode: (value) => codecIn(cache, def.getter!()).decode(value),
        encode: (value) => codecIn(cache, def.getter!()).encode(value),
      }
    case 'record': {
      const inner = codecIn(cache, def.valueType!)
      const each = (convert: Convert) => (value: Json) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, convert(item)]))
          : value
      return inner === unchanged ? unchanged : { decode: each(inner.decode), encode: each(inner.encode) }
    }
    case 'union':
      return unionCodec(cache, def.options!)
    case 'intersection':
      return unionCodec(cache, [def.left!, def.right!])
    default:
      return unchanged
  }
}

function arrayCodec(item: Codec): Codec {
  if (item === unchanged) return unchanged
  const each = (convert: Convert) => (value: Json) => (Array.isArray(value) ? value.map(convert) : value)
  return { decode: each(item.decode), encode: each(item.encode) }
}

/**
 * One codec for several object shapes (a union's alternatives). A shared key is converted by all alternatives that
 * have it.
 */
function objectCodec(cache: Cache, shapes: Record<string, z.ZodType>[]): Codec {
  const schemas = new Map<string, z.ZodType[]>()
  for (const shape of shapes) {
    for (const [key, schema] of Object.entries(shape)) {
      if (cache === complete || !isExtra(schema)) schemas.set(key, [...(schemas.get(key) ?? []), schema])
    }
  }
  const fields = new Map(
    [...schemas].map(([key, given]) => [
      key,
      {
        wire: toSnake(key),
        codec: given.length === 1 ? codecIn(cache, given[0]!) : unionCodec(cache, given),
      },
    ]),
  )
  const wired = [...fields].map(([key, field]) => ({ key, ...field }))
  return {
    decode(value) {
      if (!isObject(value)) return value
      const result: Record<string, Json> = {}
      // A caller may send 70,000 other keys, and listing them takes far longer than to look for each of ours.
      for (const { key, wire, codec } of wired)
        if (Object.hasOwn(value, wire)) result[key] = codec.decode(value[wire])
      return result
    },
    encode(value) {
      if (!isObject(value)) return value
      const result: Record<string, Json> = {}
      for (const [key, item] of Object.entries(value)) {
        const field = fields.get(key)
        if (field) result[field.wire] = item === null || item === undefined ? null : field.codec.encode(item)
      }
      return result
    },
  }
}

/**
 * A union of objects becomes one object codec with all their fields; arrays and scalars in it convert by their own
 * type.
 */
function unionCodec(cache: Cache, options: z.ZodType[]): Codec {
  const flat = options.flatMap(flatten)
  const shapes = flat
    .map(defOf)
    .filter((def) => def.type === 'object')
    .map((def) => def.shape!)
  const objects = shapes.length > 0 ? objectCodec(cache, shapes) : unchanged
  const elements = flat
    .map(defOf)
    .filter((def) => def.type === 'array')
    .map((def) => def.element!)
  const list = elements.length > 0 ? arrayCodec(unionCodec(cache, elements)) : unchanged
  if (objects === unchanged && list === unchanged) return unchanged
  const pick = (value: Json) => (Array.isArray(value) ? list : isObject(value) ? objects : unchanged)
  return { decode: (value) => pick(value).decode(value), encode: (value) => pick(value).encode(value) }
}

function flatten(schema: z.ZodType): z.ZodType[] {
  const def = defOf(schema)
  if (def.type === 'union') return def.options!.flatMap(flatten)
  if (def.innerType) return flatten(def.innerType)
  if (def.type === 'pipe') return flatten(def.in!)
  return [schema]
}

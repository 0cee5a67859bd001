import type { z } from 'zod'
import { codecOf, defOf, isObject, toSnake } from './codec.ts'
import { isExtra } from './extension.ts'

type Write = (value: unknown) => string

const complete = new WeakMap<z.ZodType, Write>()
const published = new WeakMap<z.ZodType, Write>()

/**
 * Returns the function that writes a value of a schema as the JSON text of the wire: the same text, up to the order of
 * the keys, as `JSON.stringify` of the encoded value, in one pass. Does not check values.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export function writerOf(schema: z.ZodType, extensions = true): Write {
  const cache = extensions ? complete : published
  const known = cache.get(schema)
  if (known) return known
  const made = make(schema, extensions)
  cache.set(schema, made)
  return made
}

function make(schema: z.ZodType, extensions: boolean): Write {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectWriter(def.shape!, extensions)
    case 'array':
      return arrayWriter(writerOf(def.element!, extensions))
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return writerOf(def.innerType!, extensions)
    case 'pipe':
      return writerOf(def.in!, extensions)
    case 'record':
    case 'union':
    case 'intersection':
    case 'lazy': {
      const codec = codecOf(schema, extensions)
      return (value) => json(codec.encode(value))
    }
    default:
      return writeScalar
  }
}

const json = (value: unknown): string => JSON.stringify(value) ?? 'null'

function objectWriter(shape: Record<string, z.ZodType>, extensions: boolean): Write {
  const fields = Object.entries(shape)
    .filter(([, schema]) => extensions || !isExtra(schema))
    .map(([key, schema]) => ({
      key,
      name: `${json(toSnake(key))}:`,
      write: writerOf(schema, extensions),
    }))
  return (value) => {
    if (!isObject(value)) return json(value)
    let text = ''
    for (const { key, name, write } of fields) {
      const item = value[key]
      if (item === undefined && !(key in value)) continue
      text += text === '' ? name : `,${name}`
      text += item == null ? 'null' : write(item)
    }
    return `{${text}}`
  }
}

function arrayWriter(write: Write): Write {
  return (value) => {
    if (!Array.isArray(value)) return json(value)
    let text = ''
    for (const item of value) text += (text === '' ? '' : ',') + (item == null ? 'null' : write(item))
    return `[${text}]`
  }
}

/** Characters that JSON escapes, and halves of surrogate pairs. */
// oxlint-disable-next-line no-control-regex
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

function writeScalar(value: unknown): string {
  if (typeof value === 'string') return ESCAPED.test(value) ? json(value) : `"${value}"`
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  return json(value)
}

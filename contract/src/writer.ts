import type { z } from 'zod'
import { codecOf, defOf, isObject, toSnake } from './codec.ts'
import { isExtra } from './extension.ts'

type Encode = (value: unknown) => unknown
/** A function for the values of a schema, or null if their form on the wire is the same. */
type Encoder = Encode | null

const complete = new WeakMap<z.ZodType, Encoder>()
const published = new WeakMap<z.ZodType, Encoder>()

/**
 * Writes a value of a schema as the JSON text of the wire: the same text, up to the order of the keys, as
 * `JSON.stringify` of the encoded value. Does not check values.
 * @param extensions false leaves out the fields that the published API doesn't have.
 */
export function jsonOf(schema: z.ZodType, value: unknown, extensions = true): string {
  const encode = CAN_GENERATE ? encoderOf(schema, extensions) : codecOf(schema, extensions).encode
  return JSON.stringify(encode ? encode(value) : value) ?? 'null'
}

/** Pages with a strict content security policy forbid generated code. There the codec encodes, which takes longer. */
const CAN_GENERATE = canGenerate()

function canGenerate(): boolean {
  try {
    return Boolean(generate('', ''))
  } catch {
    return false
  }
}

function encoderOf(schema: z.ZodType, extensions: boolean): Encoder {
  const cache = extensions ? complete : published
  const known = cache.get(schema)
  if (known !== undefined) return known
  const made = make(schema, extensions)
  cache.set(schema, made)
  return made
}

function make(schema: z.ZodType, extensions: boolean): Encoder {
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return objectEncoder(def.shape!, extensions)
    case 'array': {
      const item = encoderOf(def.element!, extensions)
      return item && ((value) => (Array.isArray(value) ? value.map(item) : value))
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return encoderOf(def.innerType!, extensions)
    case 'pipe':
      return encoderOf(def.in!, extensions)
    case 'record':
    case 'union':
    case 'intersection':
    case 'lazy':
      return codecOf(schema, extensions).encode
    default:
      return null
  }
}

/**
 * Generates one object literal with all fields of a schema. The engine makes and writes such objects several times
 * faster than objects that get their fields in a loop.
 */
function objectEncoder(shape: Record<string, z.ZodType>, extensions: boolean): Encode {
  const fields = Object.entries(shape).filter(([, schema]) => extensions || !isExtra(schema))
  const encoders = fields.map(([, schema]) => encoderOf(schema, extensions))
  const literal = fields.map(([key], index) => {
    const name = JSON.stringify(key)
    const item = `value[${name}]`
    const encoded = encoders[index] ? `${item} === null ? null : encoders[${index}](${item})` : item
    // A field that is undefined is written as null, and one that is absent not at all.
    const absent = `${name} in value ? null : undefined`
    return `${JSON.stringify(toSnake(key))}: ${item} === undefined ? ${absent} : ${encoded}`
  })
  const encode = generate('encoders', `return (value) => ({ ${literal.join(', ')} })`)(encoders) as Encode
  return (value) => (isObject(value) ? encode(value) : value)
}

function generate(parameter: string, body: string): (given: unknown) => unknown {
  // The text contains the names of the contract's fields only, never anything of a request.
  // oxlint-disable-next-line no-new-func typescript/no-implied-eval
  return new Function(parameter, body) as (given: unknown) => unknown
}

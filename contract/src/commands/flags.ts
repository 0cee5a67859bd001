import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { type Field, fieldsOf } from './fields.ts'

/** Flags of every command and of lists. */
const RESERVED_FLAGS =
  'host json format help version json-body limit columns output input yes wait timeout'.split(' ')
/** List options that the command line implements itself. */
const PAGING = new Set(['limit', 'page_token'])

/** Makes one flag of the two fields for the order of a list: the published one, and the one for other orders. */
function withOrders(fields: readonly Field[]): Field[] {
  const beside = fields.find(({ name }) => name === 'order_by')
  const others = fields.filter((field) => field !== beside)
  if (!beside) return others
  return others.map((field) =>
    field.name === 'sort_by' ? { ...field, choices: [...field.choices, ...beside.choices], beside } : field,
  )
}

/** Returns the wire name of the field that takes a value of a flag. */
export const fieldFor = ({ name, beside }: Field, value: unknown): string =>
  beside?.choices.includes(String(value)) ? beside.name : name

/** The flags of an operation: for its query and its body. A binary body comes from a file; `file` is sent as it is read. */
export type Flags = { query: Field[]; body: Field[]; takes: 'nothing' | 'fields' | 'bytes' | 'file' }

/** Returns the flags of an operation. A body field whose flag is already used becomes `--body-…`. */
export function flagsOf({ query, body, bodyType }: Operation): Flags {
  const ofQuery = withOrders(fieldsOf(query).filter(({ name }) => !PAGING.has(name)))
  const taken = new Set([...RESERVED_FLAGS, ...ofQuery.map(({ flag }) => flag)])
  if (bodyType === 'bytes') return { query: ofQuery, body: [], takes: 'bytes' }
  if (bodyType === 'stream') return { query: ofQuery, body: [], takes: 'file' }
  const ofBody = (body ? fieldsOf(body as z.ZodType) : []).map((field) =>
    taken.has(field.flag) ? { ...field, flag: `body-${field.flag}` } : field,
  )
  return { query: ofQuery, body: ofBody, takes: body ? 'fields' : 'nothing' }
}

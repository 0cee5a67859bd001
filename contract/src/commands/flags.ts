import type { z } from 'zod'
import type { Operation } from '../operation.ts'
import { type Field, fieldsOf } from './fields.ts'

/** Flags of every command and of lists. */
const RESERVED_FLAGS =
  'host json format help version json-body limit columns output input yes wait timeout'.split(' ')
/** List options that the command line implements itself. */
const PAGING = new Set(['limit', 'page_token'])

/** The flags of an operation: for its query and its body. A binary body comes from a file; `file` is sent as it is read. */
export type Flags = { query: Field[]; body: Field[]; takes: 'nothing' | 'fields' | 'bytes' | 'file' }

/** Returns the flags of an operation. A body field whose flag is already used becomes `--body-…`. */
export function flagsOf({ query, body, bodyType }: Operation): Flags {
  const ofQuery = fieldsOf(query).filter(({ name }) => !PAGING.has(name))
  const taken = new Set([...RESERVED_FLAGS, ...ofQuery.map(({ flag }) => flag)])
  if (bodyType === 'bytes') return { query: ofQuery, body: [], takes: 'bytes' }
  if (bodyType === 'stream') return { query: ofQuery, body: [], takes: 'file' }
  const ofBody = (body ? fieldsOf(body as z.ZodType) : []).map((field) =>
    taken.has(field.flag) ? { ...field, flag: `body-${field.flag}` } : field,
  )
  return { query: ofQuery, body: ofBody, takes: body ? 'fields' : 'nothing' }
}

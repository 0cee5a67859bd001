import type { Operation } from '@granary/contract/operation.ts'
import { z } from 'zod'
import { fieldsOf } from '@granary/contract/commands/fields.ts'
import { byName, type Fields, isItem } from './output/show.ts'

/** Fields of a list response that is nothing but a list. */
const LIST = new Set(['items', 'nextPage', 'total'])

/** Returns the schema of a list's items, for a page or a plain array. Null if the response is not a list. */
export function itemSchemaOf({ response }: Pick<Operation, 'response'>): z.ZodType | null {
  if (response instanceof z.ZodArray) return elementOf(response)
  if (!(response instanceof z.ZodObject) || !('items' in response.shape)) return null
  if (!Object.keys(response.shape).every((key) => LIST.has(key))) return null
  return response.shape.items instanceof z.ZodArray ? elementOf(response.shape.items) : null
}

const elementOf = ({ element }: z.ZodArray): z.ZodType | null =>
  element instanceof z.ZodType ? element : null

/** Returns the items of an answer that is a list, in pages or as a plain array. */
export function listIn(answer: unknown): readonly unknown[] {
  const items: unknown = isItem(answer) ? answer.items : answer
  return Array.isArray(items) ? items : []
}

/** Returns the fields of a list's items. @throws Error if the response is not a list. */
export function itemFieldsOf(operation: Pick<Operation, 'response'>): Fields {
  const schema = itemSchemaOf(operation)
  if (!schema) throw new Error('the response of this operation is not a list')
  return byName(fieldsOf(schema))
}

/** Returns the fields of a response that is not a list. */
export const answerFieldsOf = ({ response }: Pick<Operation, 'response'>): Fields =>
  response ? byName(fieldsOf(response)) : new Map()

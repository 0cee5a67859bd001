import type { Operation } from '@granary/contract/operation.ts'
import { z } from 'zod'
import { fieldsOf } from './fields.ts'
import { byName, type Fields } from './output/show.ts'

/** What an answer has that is nothing but a list. */
const LIST = new Set(['items', 'nextPage'])

/** What one item of a list is made of: of a page, or of a plain array. Null for what is no list. */
export function itemSchemaOf({ response }: Pick<Operation, 'response'>): z.ZodType | null {
  if (response instanceof z.ZodArray) return response.element as z.ZodType
  if (!(response instanceof z.ZodObject) || !('items' in response.shape)) return null
  if (!Object.keys(response.shape).every((key) => LIST.has(key))) return null
  return (response.shape.items as z.ZodArray).element as z.ZodType
}

/** The fields of an item of a list. @throws Error for what is no list. */
export function itemFieldsOf(operation: Pick<Operation, 'response'>): Fields {
  const schema = itemSchemaOf(operation)
  if (!schema) throw new Error('this operation answers no list')
  return byName(fieldsOf(schema))
}

/** The fields of an answer that is no list. */
export const answerFieldsOf = ({ response }: Pick<Operation, 'response'>): Fields =>
  response ? byName(fieldsOf(response as z.ZodType)) : new Map()

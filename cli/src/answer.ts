import type { Operation } from '@granary/contract/operation.ts'
import { z } from 'zod'
import { type Field, fieldsOf } from './fields.ts'

const byName = (schema: z.ZodType): ReadonlyMap<string, Field> =>
  new Map(fieldsOf(schema).map((field) => [field.name, field]))

/** What one item of a list is made of: of a page, or of a plain array. Null for what is no list. */
export function itemSchemaOf({ response }: Pick<Operation, 'response'>): z.ZodType | null {
  if (response instanceof z.ZodArray) return response.element as z.ZodType
  if (!(response instanceof z.ZodObject) || !('nextPage' in response.shape)) return null
  return (response.shape.items as z.ZodArray).element as z.ZodType
}

/** The fields of an item of a list. @throws Error for what is no list. */
export function itemFieldsOf(operation: Pick<Operation, 'response'>): ReadonlyMap<string, Field> {
  const schema = itemSchemaOf(operation)
  if (!schema) throw new Error('this operation answers no list')
  return byName(schema)
}

/** The fields of an answer that is no list. */
export const answerFieldsOf = ({ response }: Pick<Operation, 'response'>): ReadonlyMap<string, Field> =>
  response ? byName(response as z.ZodType) : new Map()

import { z } from 'zod'

/**
 * Returns the paths of the fields of an answer that are null or a value, such as `items.imageId`: `items` is a list, and
 * the path leads into each of its entries. Fields of only one of several forms of an object are left out.
 */
export function nullableFields(schema: unknown, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodArray) return nullableFields(schema.element, path)
  if (schema instanceof z.ZodNullable) return nullableFields(schema.unwrap(), path)
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Record<string, unknown>).flatMap(([key, field]) => {
    const inner = nullableFields(field, [...path, key])
    return field instanceof z.ZodNullable ? [[...path, key].join('.'), ...inner] : inner
  })
}

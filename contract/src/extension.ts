import type { z } from 'zod'
import type { Extra } from './extra.ts'

/** Key in the metadata of a schema, and in the OpenAPI document. */
export const EXTENSION = 'x-granary-extension'

/** Operations under this path are extensions; so are the fields that {@link extra} and {@link extraInput} mark. */
export const EXTENSION_PATH = '/experimental/'

/** Response header of every server that has the extensions. */
export const EXTENSIONS_HEADER = 'granary-extensions'

/** Marks a field of a response that the published API doesn't have. Clients get it as optional. */
export const extra = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> => marked(schema)

/**
 * Marks a query parameter or a field of a body that the published API doesn't have. It is optional, and a client has to
 * ask for the extensions to send it; see {@link Extra}.
 */
export const extraInput = <Schema extends z.ZodType>(schema: Schema) =>
  marked(schema) as unknown as z.ZodOptional<z.ZodType<z.output<Schema>, Extra<z.input<Schema>>>>

function marked<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  const description = schema.meta()?.description
  return schema.optional().meta({ ...(description && { description }), [EXTENSION]: true })
}

/** Whether {@link extra} or {@link extraInput} marked a schema. */
export const isExtra = (schema: z.ZodType): boolean => schema.meta()?.[EXTENSION] === true

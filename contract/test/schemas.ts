import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi.ts'

export type Schema = {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema
}
type Content = { content: Record<string, { schema: Schema }> }
export type Described = {
  operationId: string
  parameters: { name: string; description?: string; schema: Schema }[]
  requestBody?: Content
  responses: Record<string, Partial<Content>>
}

const document = openApiDocument(contract) as {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

/** The named schemas, by name. */
export const components = document.components.schemas

/** The operations in the form of the OpenAPI document. */
export const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Resolves a reference to its component; returns other schemas unchanged. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(components[schema.$ref.split('/').at(-1)!]!) : schema

/** Returns the direct parts of a schema. Does not follow references. */
export const partsOf = (schema: Schema): Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items ? [schema.items] : []),
  ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
]

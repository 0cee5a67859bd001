import { contract } from '../src/contract.ts'
import { openApiDocument } from '../src/openapi.ts'

export type Schema = {
  $ref?: string
  type?: string
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

/** The schemas that have a name, by it. */
export const components = document.components.schemas

/** The operations as the OpenAPI document has them. */
export const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** The component that a reference leads to; other schemas are returned as they are. */
export const resolve = (schema: Schema): Schema =>
  schema.$ref ? resolve(components[schema.$ref.split('/').at(-1)!]!) : schema

/** The schemas that a schema is made of, one level down. References are not followed. */
export const partsOf = (schema: Schema): Schema[] => [
  ...(schema.anyOf ?? []),
  ...(schema.oneOf ?? []),
  ...(schema.allOf ?? []),
  ...(schema.items ? [schema.items] : []),
  ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
]

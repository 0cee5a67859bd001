import { z } from 'zod'
import { toSnake } from './codec.ts'
import { EXTENSION, isExtra } from './extension.ts'
import { BODY_TYPES, type Operation } from './operation.ts'
import { ApiErrorBody } from './common.ts'
import { FIRST_PAGE } from './scalars.ts'
import { API_VERSION } from './version.ts'

type Json = Record<string, unknown>

/** Builds the OpenAPI 3.1 document of a contract, in wire names. Schemas with an id become components. */
export function openApiDocument(contract: Record<string, Operation>): Json {
  const components: Json = {}
  const schemaOf = (schema: z.ZodType): Json => {
    const {
      $schema: _,
      $defs = {},
      ...root
    } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json
    for (const [id, definition] of Object.entries($defs as Json)) components[id] ??= wire(definition as Json)
    const id = schema.meta()?.id
    if (!id) return wire(root)
    components[id] ??= wire(root)
    return { $ref: `#/components/schemas/${id}` }
  }
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries(contract)) {
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => `{${toSnake(name)}}`)
    paths[path] ??= {}
    paths[path][operation.method.toLowerCase()] = describe(id, operation, schemaOf)
  }
  schemaOf(ApiErrorBody)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Granary API',
      version: API_VERSION,
      description: 'The control plane of a cloud you host yourself.',
    },
    security: [{ session: [] }, { token: [] }],
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'Over TLS its name is `__Host-session`.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An access token, or a SCIM token.' },
      },
    },
  }
}

function describe(id: string, operation: Operation, schemaOf: (schema: z.ZodType) => Json): Json {
  const parameters = (shape: Record<string, z.ZodType>, place: 'path' | 'query') =>
    Object.entries(shape).map(([name, schema]) => ({
      name: toSnake(name),
      in: place,
      ...describedBy(schema),
      ...(isExtra(schema) ? { [EXTENSION]: true } : {}),
      // In a paged list, the next page's token carries the first page's query.
      required: place === 'path' || (!('pageToken' in shape) && !schema.safeParse(undefined).success),
      schema: undescribed(schemaOf(schema)),
    }))
  const response = operation.response as z.ZodType | undefined
  const body = operation.body as z.ZodType | undefined
  const json = (schema: Json) => ({ content: { 'application/json': { schema } } })
  const bodyIn = (bodyType: Operation['bodyType'], schema: z.ZodType) => {
    const isBinary = bodyType === 'bytes' || bodyType === 'stream'
    const written = isBinary ? { type: 'string', format: 'binary' } : schemaOf(schema)
    return { content: { [BODY_TYPES[bodyType]]: { schema: written } } }
  }
  return {
    operationId: toSnake(id),
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    'x-granary-permission': operation.needs,
    ...(operation.extension ? { [EXTENSION]: true } : {}),
    ...pagination(operation),
    ...(operation.shows.length > 0 ? { 'x-granary-shows': operation.shows } : {}),
    parameters: [
      ...parameters(operation.params.shape, 'path'),
      ...parameters(operation.query.shape, 'query'),
    ],
    ...(body ? { requestBody: { required: true, ...bodyIn(operation.bodyType, body) } } : {}),
    responses: {
      [operation.status]: { description: operation.summary, ...(response ? json(schemaOf(response)) : {}) },
      '4XX': { description: 'Refused', ...json(schemaOf(operation.refusal ?? ApiErrorBody)) },
      '5XX': { description: 'Failed', ...json({ $ref: '#/components/schemas/Error' }) },
    },
    ...(operation.needs.by === 'anyone' ? { security: [] } : {}),
  }
}

/** What generators make functions for all pages of a list from: the parameters that its first page needs. */
function pagination({ query: { shape } }: Operation): Json {
  if (!('pageToken' in shape)) return {}
  const required = Object.entries(shape)
    .filter(([, schema]) => schema.meta()?.[FIRST_PAGE] === true || !schema.safeParse(undefined).success)
    .map(([name]) => toSnake(name))
  return { 'x-dropshot-pagination': { required: required.sort() } }
}

/** The description of a parameter stands beside its schema. */
const undescribed = (schema: Json): Json => {
  const { description: _, [EXTENSION]: __, [FIRST_PAGE]: ___, ...rest } = schema
  return rest
}

const describedBy = (schema: z.ZodType): Json => {
  const description = schema.meta()?.description
  return description ? { description } : {}
}

/** A default value in wire form; maps with free keys have no upper case to convert. */
const snakeKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(snakeKeys)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .map(([key, item]) => [toSnake(key), snakeKeys(item)] as const)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : value

/** The machine integers by which generators choose a type, from small to large. */
const INTEGERS = [
  { format: 'uint8', min: 0, max: 2 ** 8 - 1 },
  { format: 'uint16', min: 0, max: 2 ** 16 - 1 },
  { format: 'uint32', min: 0, max: 2 ** 32 - 1 },
  { format: 'int32', min: -(2 ** 31), max: 2 ** 31 - 1 },
  { format: 'uint64', min: 0, max: Infinity },
] as const

/** Returns the format of a number that states none: of the smallest machine type that holds all of its values. */
function numberFormat({ type, format, minimum, maximum, enum: values }: Json): Json {
  const types = [type].flat()
  if (format !== undefined || values !== undefined) return {}
  if (types.includes('number')) return { format: 'double' }
  if (!types.includes('integer')) return {}
  const [least, most] = [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)]
  return { format: INTEGERS.find(({ min, max }) => least >= min && most <= max)?.format ?? 'int64' }
}

/** A JSON schema with wire property names and references to the components. */
function wire(node: unknown): Json {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(convert)
    if (typeof value !== 'object' || value === null) return value
    const result: Json = {}
    for (const [key, item] of Object.entries(value as Json)) {
      if (key === 'id' && typeof item === 'string') continue
      if (key === 'properties')
        result[key] = Object.fromEntries(
          Object.entries(item as Json).map(([name, of]) => [toSnake(name), convert(of)]),
        )
      else if (key === 'required') result[key] = (item as string[]).map(toSnake)
      else if (key === '$ref') result[key] = (item as string).replace('#/$defs/', '#/components/schemas/')
      else if (key === 'default') result[key] = snakeKeys(item)
      else result[key] = convert(item)
    }
    return { ...result, ...numberFormat(result) }
  }
  return convert(node) as Json
}

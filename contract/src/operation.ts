import { z } from 'zod'
import { NameOrId } from './scalars.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The content type of a body, by how it is written. */
export const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
} as const
export type BodyType = keyof typeof BODY_TYPES

/** A body of bytes as they are: nothing of it is parsed. */
export const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

type Shape = Readonly<Record<string, z.ZodType>>
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never
type PathShape<Path extends string, Given> = {
  [Name in ParameterNames<Path>]: Name extends keyof Given ? Given[Name] : typeof NameOrId
}

/**
 * One thing that can be asked of the control plane. Names are camelCase here and snake_case on the wire.
 * The server's routing and validation, the typed clients, the command line and the OpenAPI document are made from it.
 */
export type Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body = unknown,
  Response = unknown,
> = {
  readonly method: Method
  /** Path with its parameters in braces, camelCase: `/v1/me/ssh-keys/{sshKey}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly params: z.ZodObject<Params>
  readonly query: z.ZodObject<Query>
  readonly body: Body
  readonly response: Response
  /** Status of the answer when all went well. */
  readonly status: number
  /** `public`: may be called without signing in. */
  readonly access: 'signed-in' | 'public'
  /** Largest request body in bytes; 1 MiB unless stated. */
  readonly maxBody: number
  /** How the body is written: JSON, the fields of a form, or bytes as they are; see `BODY_TYPES`. */
  readonly bodyType: BodyType
  /** How the answer is made: one JSON document, or a stream that the handler owns (events, websocket, raw bytes). */
  readonly kind: 'json' | 'stream'
}

type Options<Params, Query, Body, Response> = {
  summary: string
  params?: Params
  query?: Query
  body?: Body
  response?: Response
  status?: number
  access?: 'public'
  maxBody?: number
  bodyType?: Exclude<BodyType, 'json'>
  kind?: 'stream'
}

const define =
  (method: Method, defaultStatus: number) =>
  <
    const Path extends string,
    Params extends Shape = {},
    Query extends Shape = {},
    Body extends z.ZodType | undefined = undefined,
    Response extends z.ZodType | undefined = undefined,
  >(
    path: Path,
    options: Options<Params, Query, Body, Response>,
  ): Operation<PathShape<Path, Params>, Query, Body, Response> => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const given: Shape = options.params ?? {}
    const shape = Object.fromEntries(names.map((name) => [name, given[name] ?? NameOrId]))
    return {
      method,
      path,
      tag: '',
      summary: options.summary,
      params: z.object(shape) as unknown as z.ZodObject<PathShape<Path, Params>>,
      query: z.object((options.query ?? {}) as Query),
      body: options.body as Body,
      response: options.response as Response,
      status: options.status ?? (options.response || options.kind ? defaultStatus : 204),
      access: options.access ?? 'signed-in',
      maxBody: options.maxBody ?? 1_048_576,
      bodyType: options.bodyType ?? 'json',
      kind: options.kind ?? 'json',
    }
  }

/** A read: 200 with a body. */
export const get = define('GET', 200)
/** A create (201) or an action (give `status: 202`); 204 when there is nothing to answer. */
export const post = define('POST', 201)
/** A replacement of what exists: 200 with the new state. */
export const put = define('PUT', 200)
/** A delete: 204. */
export const del = define('DELETE', 200)

/** Names a family of operations: sets the tag that groups them in the OpenAPI document and the command line. */
export function family<const Operations extends Record<string, Operation>>(
  tag: string,
  operations: Operations,
): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [id, { ...operation, tag }]),
  ) as unknown as Operations
}

import type { Kind } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { EXTENSION_PATH } from './extension.ts'
import type { Needs } from './needs.ts'
import { NameOrId } from './scalars.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The content type of each body format. */
export const BODY_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  bytes: 'application/octet-stream',
  stream: 'application/octet-stream',
} as const
export type BodyType = keyof typeof BODY_TYPES

/** A bytes body, which is not parsed. */
export const Bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)

/** A body that is too large to hold in memory. The handler reads it, up to its own limit. */
export const ByteStream = z.custom<ReadableStream<Uint8Array>>((value) => value instanceof ReadableStream)

type Shape = Readonly<Record<string, z.ZodType>>
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never
type PathShape<Path extends string, Given> = {
  [Name in ParameterNames<Path>]: Name extends keyof Given ? Given[Name] : typeof NameOrId
}

/**
 * One operation of the API. Names are camelCase here and snake_case on the wire.
 * The server's routing, validation and permission checks, the typed clients, the console's staleness table, the
 * command line and the OpenAPI document all derive from it.
 */
export type Operation<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body = unknown,
  Response = unknown,
  Needed extends Needs = Needs,
> = {
  readonly method: Method
  /** Path with its parameters in braces, camelCase: `/v1/me/ssh-keys/{sshKey}`. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  /** One or two sentences beyond the summary. */
  readonly description: string
  /** How the command line calls it, where a name made of the id reads badly. */
  readonly command?: Command
  /** Whether the published API doesn't have it, so that a server may lack it. */
  readonly extension: boolean
  /** The permission that it needs. */
  readonly needs: Needed
  /** Kinds that the answer shows: a change of such a resource makes the answer stale. */
  readonly shows: readonly Kind[]
  /** Kinds that the operation may create, update or delete. */
  readonly changes: readonly Kind[]
  /** Default columns of a list in a terminal, as keys of its items or of objects in them (`value.name`); empty if the answer is no list. */
  readonly columns: readonly string[]
  readonly params: z.ZodObject<Params>
  readonly query: z.ZodObject<Query>
  readonly body: Body
  readonly response: Response
  /** Body of an error response (4XX); defaults to the usual error. */
  readonly refusal?: z.ZodType
  /** Status of a successful response. */
  readonly status: number
  /** Largest request body in bytes; 1 MiB by default. */
  readonly maxBody: number
  /** Body format: JSON, form fields, raw bytes, or a stream of them; see `BODY_TYPES`. */
  readonly bodyType: BodyType
  /** Response format: one JSON document, or a stream that the handler owns (events, websocket, raw bytes). */
  readonly kind: 'json' | 'stream'
}

/** The words of a command, such as `system-update set-target`, and the field of the body that its argument may give. */
export type Command = { readonly words: `${string} ${string}`; readonly argument?: string }

type Options<Params, Query, Body, Response, Needed> = {
  summary: string
  description: string
  command?: Command
  needs: Needed
  params?: Params
  query?: Query
  body?: Body
  response?: Response
  refusal?: z.ZodType
  status?: number
  maxBody?: number
  bodyType?: Exclude<BodyType, 'json'>
  kind?: 'stream'
}

/** A read states what its answer shows. */
type Reads = { shows: readonly Kind[] }
/** A write states what it may change; one that only computes an answer also states what the answer shows. */
type Writes = { changes: readonly Kind[]; shows?: readonly Kind[] }

type KeyOf<Item> = Item extends unknown ? keyof Item & string : never
/** A field of an item, or of an object in it: `value.name`. */
type ColumnOf<Item> = Item extends unknown
  ? {
      [Key in keyof Item & string]: Key | (Item[Key] extends object ? `${Key}.${KeyOf<Item[Key]>}` : never)
    }[keyof Item & string]
  : never
/** A list, in pages or as a plain array, states its default columns. */
type Columns<Response> = Response extends z.ZodType
  ? z.output<Response> extends { items: readonly (infer Item)[] } | readonly (infer Item)[]
    ? { columns: readonly ColumnOf<Item>[] }
    : {}
  : {}

/** A path parameter without a schema of its own: the name or ID of the resource in its name. */
const nameOrIdOf = (parameter: string) =>
  NameOrId.meta({ description: `Name or ID of the ${wordsOf(parameter)}` })

/** `floatingIp` → `floating IP`. */
const wordsOf = (parameter: string): string =>
  parameter
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replace(/\b(ip|ssh|vpc)\b/g, (word) => word.toUpperCase())

const define =
  <Effects extends Reads | Writes>(method: Method, defaultStatus: number) =>
  <
    const Path extends string,
    const Needed extends Needs,
    Params extends Shape = {},
    Query extends Shape = {},
    Body extends z.ZodType | undefined = undefined,
    Response extends z.ZodType | undefined = undefined,
  >(
    path: Path,
    options: Options<Params, Query, Body, Response, Needed> & Effects & Columns<Response>,
  ): Operation<PathShape<Path, Params>, Query, Body, Response, Needed> => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const given: Shape = options.params ?? {}
    const shape = Object.fromEntries(names.map((name) => [name, given[name] ?? nameOrIdOf(name)]))
    const { shows = [], changes = [] } = options as Partial<Reads & Writes>
    return {
      method,
      path,
      tag: '',
      summary: options.summary,
      description: options.description,
      ...(options.command && { command: options.command }),
      extension: path.startsWith(EXTENSION_PATH),
      needs: options.needs,
      shows,
      changes,
      columns: 'columns' in options ? (options.columns as readonly string[]) : [],
      params: z.object(shape) as unknown as z.ZodObject<PathShape<Path, Params>>,
      query: z.object((options.query ?? {}) as Query),
      body: options.body as Body,
      response: options.response as Response,
      ...(options.refusal && { refusal: options.refusal }),
      status: options.status ?? (options.response || options.kind ? defaultStatus : 204),
      maxBody: options.maxBody ?? 1_048_576,
      bodyType: options.bodyType ?? 'json',
      kind: options.kind ?? 'json',
    }
  }

/** A read: 200 with a body. */
export const get = define<Reads>('GET', 200)
/** A create (201) or an action (pass `status: 202`); 204 without a response body. */
export const post = define<Writes>('POST', 201)
/** A replacement of an existing resource: 200 with the new state. */
export const put = define<Writes>('PUT', 200)
/** A delete: 204. */
export const del = define<Writes>('DELETE', 200)

/** Names a family of operations: sets the tag that groups them in the OpenAPI document and the command line. */
export function family<const Operations extends Record<string, Operation>>(
  tag: string,
  operations: Operations,
): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([id, operation]) => [id, { ...operation, tag }]),
  ) as unknown as Operations
}

import type { Kind } from '@granary/domain/kinds.ts'
import { z } from 'zod'
import { EXTENSION_PATH } from './extension.ts'
import type { Needs } from './needs.ts'
import { NameOrId } from './scalars.ts'

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'

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
  Body = z.ZodType | undefined,
  Response = z.ZodType | undefined,
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
  /** Whether it computes much or hashes a password, so that only a few run at once. */
  readonly isLarge: boolean
  /** What its success means to the security log. */
  readonly meaning: Meaning
  /** Whether a request leaves an audit entry, whatever its outcome (specification section 23). */
  readonly isAudited: boolean
  /** Whether it is refused while the disk is nearly full. */
  readonly needsSpace: boolean
  /** Whether a user may do it before they have set up the second factor that their silo requires, beside what anyone may do. */
  readonly beforeSecondFactor: boolean
  /** Failures that a screen handles as a normal outcome, by status, each with the reason. */
  readonly expectedFailures: ExpectedFailures
  /** What the items of a list are called as the choices of a picker; undefined if no picker offers them. */
  readonly choices?: string
  /** Response format: one JSON document, or a stream that the handler owns (events, websocket, raw bytes). */
  readonly kind: 'json' | 'stream'
}

/** What the success of an operation means to the security log. Refusals of a sign-in are failed sign-ins. */
export type Meaning = 'sign_in' | 'change' | 'read'

/** Reasons by status. The console logs these failures at info level, and every other as an error. */
export type ExpectedFailures = { readonly [status in number]?: string }

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
  isLarge?: boolean
  /** By default, a read is a GET, or a write that states what its answer shows and changes nothing. */
  meaning?: Meaning
  /** By default, whatever is no read. */
  isAudited?: boolean
  /** By default, all but GET, HEAD and DELETE. False for writes that free space or end work, let people in, or withdraw access. */
  needsSpace?: boolean
  beforeSecondFactor?: boolean
  expectedFailures?: ExpectedFailures
  choices?: string
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
    const isRead = method === 'GET' || method === 'HEAD' || (shows.length > 0 && changes.length === 0)
    const meaning = options.meaning ?? (isRead ? 'read' : 'change')
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
      isLarge: options.isLarge ?? false,
      meaning,
      isAudited: options.isAudited ?? meaning !== 'read',
      needsSpace: options.needsSpace ?? !['GET', 'HEAD', 'DELETE'].includes(method),
      beforeSecondFactor: options.beforeSecondFactor ?? false,
      expectedFailures: options.expectedFailures ?? {},
      ...(options.choices && { choices: options.choices }),
      bodyType: options.bodyType ?? 'json',
      kind: options.kind ?? 'json',
    }
  }

/** A read: 200 with a body. */
export const get = define<Reads>('GET', 200)
/** The headers of a read without its body. */
export const head = define<Reads>('HEAD', 200)
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

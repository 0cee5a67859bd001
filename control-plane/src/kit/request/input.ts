import { codecOf, defOf, toSnake } from '@granary/contract/codec.ts'
import { isExtra } from '@granary/contract/extension.ts'
import type { Earlier } from '@granary/contract/version.ts'
import { BODY_TYPES, type Operation } from '@granary/contract/operation.ts'
import { type Problem, problemPath } from '@granary/domain/problems.ts'
import type { z } from 'zod'
import type { ReadBytes } from './body.ts'
import { ApiError, capitalize, unreadable } from '../base/errors.ts'
import { decodeToken } from './pagination.ts'
import { jsonSizeProblem } from '@granary/domain/json-size.ts'
import { MAX_PROBLEMS, problemsOf, wireParts } from './problems.ts'

type Reading = {
  /** Parameters of the path. */
  params: Record<string, string>
  /** Reads the body. */
  readBytes: ReadBytes
  /** Whether to read the parameters and fields that the published API doesn't have. */
  extensions: boolean
  /** The form of a client of an earlier version. */
  earlier?: Earlier | null
}

/**
 * Reads and checks path, query and body of a request.
 * @throws ApiError 400 without a code, with the message of the first problem and the fields of all problems.
 */
export async function readInput(operation: Operation, request: Request, { params, ...reading }: Reading) {
  const refusals: ApiError[] = []
  const path = await attempt(refusals, () =>
    check(operation.params, readPath(operation, params), 'bad parameter in URL path: '),
  )
  const query = await attempt(refusals, () =>
    check(operation.query, readQuery(operation, new URL(request.url), reading), QUERY),
  )
  // A bytes body has no fields to check, so report a wrong path without reading it.
  const reads = refusals.length === 0 || !isBinary(operation) ? operation.body : undefined
  const body = reads ? await attempt(refusals, () => readBody(operation, reads, request, reading)) : undefined
  const [first] = refusals
  if (!first) return { path: path!, query: query!, body }
  throw unreadable(first.message, refusals.flatMap(({ problems }) => problems).slice(0, MAX_PROBLEMS))
}

const QUERY = 'unable to parse query string: '

/** Runs one check and keeps its error, so that the other checks run too. */
async function attempt<Result>(
  refusals: ApiError[],
  part: () => Result | Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await part()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refusals.push(error)
    return undefined
  }
}

/** Path values are text on the wire; each schema states the type. */
const readPath = ({ params: { shape } }: Operation, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      shape[key] ? fromText(baseType(shape[key]), value) : value,
    ]),
  )

/** Query values are text on the wire; each schema states the type. */
function readQuery(
  operation: Operation,
  url: URL,
  { extensions, earlier }: Pick<Reading, 'extensions' | 'earlier'>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const token = 'pageToken' in operation.query.shape && url.searchParams.get('page_token')
  const first: Record<string, unknown> | null = token ? decodeToken(token) : null
  for (const [key, schema] of Object.entries(operation.query.shape)) {
    if (!extensions && isExtra(schema)) continue
    const wire = toSnake(key)
    // With a page token, the first page's parameters come from the token and the query's own are ignored.
    if (first && key !== 'pageToken' && key !== 'limit') {
      values[key] = first[wire]
      continue
    }
    const text = url.searchParams.getAll(wire)
    const meant = earlier?.query[wire]
    if (text.length > 0) values[key] = fromTexts(schema, text, wire, QUERY)
    else if (meant !== undefined) values[key] = meant
  }
  return values
}

/**
 * Returns the value of a parameter or form field. Only a list may be given more than once: otherwise it is ambiguous
 * which value counts.
 * @throws ApiError 400.
 */
function fromTexts(schema: z.ZodType, texts: string[], wire: string, prefix: string): unknown {
  const type = baseType(schema)
  if (type === 'array') return texts
  if (texts.length > 1)
    throw unreadable(`${prefix}${wire}: it is given more than once`).at(
      wire,
      'duplicate',
      'Given more than once',
    )
  return fromText(type, texts[0] ?? '')
}

function fromText(type: string, value: string): unknown {
  if (type === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value)
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true'
  return value
}

function baseType(schema: z.ZodType): string {
  const { type, innerType } = defOf(schema)
  return innerType ? baseType(innerType) : type
}

/** Content types that some operation takes; any other type is a caller's error. */
const KNOWN_TYPES = new Set<string>([...Object.values(BODY_TYPES), 'multipart/form-data'])

/** The types that a form of any site can send (HTML Standard, "form submission"). */
const FORM_TYPES = new Set<string>([BODY_TYPES.form, 'multipart/form-data', 'text/plain'])

const isBinary = ({ bodyType }: Operation): boolean => bodyType === 'bytes' || bodyType === 'stream'

async function readBody(
  operation: Operation,
  body: z.ZodType,
  request: Request,
  { readBytes, ...reading }: Omit<Reading, 'params'>,
): Promise<unknown> {
  const expected = BODY_TYPES[operation.bodyType]
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() || expected
  // Bytes are bytes whatever a client calls them.
  if (type !== expected && (!isBinary(operation) || FORM_TYPES.has(type)))
    throw unreadable(
      KNOWN_TYPES.has(type)
        ? `expected content type "${expected}", got "${type}"`
        : `unsupported content-type: ${type}`,
    )
  if (operation.bodyType === 'stream') return request.body ?? new Blob([]).stream()
  const bytes = await readBytes(operation.maxBody)
  if (operation.bodyType === 'bytes') return bytes
  return operation.bodyType === 'form' ? readForm(body, bytes) : readJson(body, bytes, reading)
}

function textOf(bytes: Uint8Array, prefix: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable(`${prefix}it is not UTF-8`)
  }
}

const JSON_BODY = 'unable to parse JSON body: '

/** Larger bodies, in bytes, are checked up to the first problem: one may have a million, which takes seconds. */
const LARGE_BODY = 65_536

function readJson(
  body: z.ZodType,
  bytes: Uint8Array,
  { extensions, earlier }: Omit<Reading, 'params' | 'readBytes'>,
): unknown {
  const size = jsonSizeProblem(bytes)
  if (size) throw unreadable(`${JSON_BODY}it ${size}`)
  const text = textOf(bytes, JSON_BODY)
  const parsed = parsedJson(text)
  const json = codecOf(body, extensions).decode(earlier ? earlier.upgrade(parsed) : parsed)
  // UTF-8 has no half of a surrogate pair, and JSON no U+0000, but for escapes. The depth was limited with the size.
  return check(body, json, JSON_BODY, {
    stopsEarly: bytes.length > LARGE_BODY,
    isPlain: !text.includes('\\u'),
  })
}

/**
 * Parses a body. The error has none of its text, as that of a JavaScript engine may: it reaches the logs, and the body may have
 * a password.
 * @throws ApiError 400 with the place of the mistake, where the engine names it.
 */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = /\bline \d+ column \d+\b/.exec(String(error))?.[0]
    throw unreadable(`${JSON_BODY}it is not valid JSON${place ? `: ${place}` : ''}`)
  }
}

/** Form fields are text, like query values. */
function readForm(schema: z.ZodType, bytes: Uint8Array): unknown {
  const prefix = 'unable to parse URL-encoded body: '
  const fields = new URLSearchParams(textOf(bytes, prefix))
  const values: Record<string, unknown> = {}
  for (const [key, of] of Object.entries(defOf(schema).shape ?? {})) {
    const wire = toSnake(key)
    const text = fields.getAll(wire)
    if (text.length > 0) values[key] = fromTexts(of, text, wire, prefix)
  }
  return check(schema, values, prefix)
}

type Checking = {
  /** Whether the first problem is enough. */
  stopsEarly?: boolean
  /** Whether no text can be one that a database doesn't store. */
  isPlain?: boolean
}

function check<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix: string,
  { stopsEarly = false, isPlain = false }: Checking = {},
): z.output<Schema> {
  // The library declares this option for its own use only. A test of a long list of wrong items fails without it.
  const options: object = stopsEarly ? { abortEarly: true } : {}
  const result = schema.safeParse(value, options)
  if (!result.success) {
    const { path, message } = result.error.issues[0]!
    const where = wireParts(path).join('.')
    throw unreadable(`${prefix}${where ? `${where}: ` : ''}${message}`, problemsOf(result.error, value))
  }
  if (isPlain) return result.data
  const found: Problem[] = []
  findTextProblems(result.data, [], found)
  const [first, ...others] = found
  if (!first) return result.data
  const { path, code, message } = first
  throw unreadable(`${prefix}${message}`).at(path, code, capitalize(message)).also(others)
}

/** Levels of a value without a schema of its own. Recursive functions read it later, so it may not be as deep as a parser takes. */
const MAX_DEPTH = 64

/**
 * Finds the problems of the texts in a value. PostgreSQL can store neither U+0000 nor half a surrogate pair. The path is one array that
 * grows and shrinks: a copy for each of 100,000 texts would take longer than parsing the body.
 * @throws ApiError 400 for a value that is nested too deeply.
 */
function findTextProblems(value: unknown, path: (string | number)[], found: Problem[]): void {
  if (path.length > MAX_DEPTH) throw unreadable(`the body is nested more than ${MAX_DEPTH} levels deep`)
  if (typeof value === 'string') {
    if (!value.includes('\u0000') && value.isWellFormed()) return
    const what = value.includes('\u0000') ? 'the character U+0000' : 'half of a surrogate pair'
    const message = `text may not contain ${what}`
    found.push({ path: problemPath(wireParts(path)), code: 'invalid_format', message })
  } else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      if (typeof key === 'string') findTextProblems(key, path, found)
      path.push(key)
      findTextProblems(item, path, found)
      path.pop()
    }
}

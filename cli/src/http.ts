import { codeOf, messageOf } from './error-message.ts'
import { CommandError, EXIT } from './exit-codes.ts'
import { textIn } from './commands/given.ts'
import { isItem } from './output/show.ts'
import type { Target } from './target.ts'

/** The server refused or failed. Its response is kept for `--json`. */
export class RefusedError extends CommandError {
  readonly status: number
  readonly body: unknown

  constructor(status: number, message: string, body: unknown) {
    super(exitCodeOf(status), message)
    this.status = status
    this.body = body
  }
}

const exitCodeOf = (status: number): number =>
  status === 401 ? EXIT.notSignedIn : status >= 500 ? EXIT.failed : EXIT.refused

export type Ask = {
  method: string
  path: string
  query?: URLSearchParams
  body?: { type: string; content: string | Uint8Array<ArrayBuffer> | Blob | ReadableStream } | undefined
}

/**
 * Sends a request to a server. Doesn't follow redirects, so that the token only goes to its own server.
 * @throws CommandError 4 if there is no answer.
 */
export async function send(
  { host, token }: Target,
  { method, path, query, body }: Ask,
  interrupted: AbortSignal,
): Promise<Response> {
  const search = query?.toString()
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'granary-cli' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body) headers.set('content-type', body.type)
  try {
    return await fetch(`${host}${path}${search ? `?${search}` : ''}`, {
      method,
      headers,
      body: body?.content ?? null,
      // A body of unknown length needs it (Fetch standard).
      duplex: 'half',
      signal: interrupted,
      ...(isStreamed(body?.content) ? { redirect: 'error', window: null } : { redirect: 'manual' }),
    })
  } catch (error) {
    throw unreachable(host, error, interrupted)
  }
}

/**
 * Whether a body is sent while it is read. Fetch keeps a copy of each part that it sends, in case the site asks for it again,
 * unless redirects are errors and there is no window that could ask the user for a password (Fetch standard,
 * HTTP-network-or-cache fetch, step 3).
 */
const isStreamed = (content: unknown): boolean => content instanceof Blob || content instanceof ReadableStream

function unreachable(host: string, error: unknown, interrupted: AbortSignal): CommandError {
  if (interrupted.aborted) return new CommandError(EXIT.interrupted, 'interrupted')
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = codeOf(cause)
  const reason = code === 'ECONNREFUSED' ? 'connection refused' : messageOf(cause) || String(code)
  return new CommandError(EXIT.unreachable, `cannot reach ${host}: ${reason}`)
}

/**
 * Returns the JSON of a response; null for an empty one.
 * @throws RefusedError for an error status; CommandError 4 if the response isn't Granary's.
 */
export async function jsonOf(response: Response, host: string): Promise<unknown> {
  const text = await response.text()
  let body: unknown = null
  try {
    body = text === '' ? null : JSON.parse(text)
  } catch {
    throw new CommandError(
      EXIT.unreachable,
      `${host} is not a Granary server (HTTP ${response.status}, ${response.headers.get('content-type') ?? 'no type'})`,
    )
  }
  if (response.ok) return body
  throw new RefusedError(response.status, refusalOf(response, body), body)
}

function refusalOf({ status, headers }: Response, body: unknown): string {
  if (status === 401) return 'not signed in, or the token is no longer valid: run `granary auth login`'
  const said = (name: string) => (isItem(body) ? textIn(body, name) : undefined)
  const message = said('message') ?? said('error_description') ?? said('error') ?? `HTTP ${status}`
  const id = said('request_id') ?? headers.get('x-request-id')
  return status >= 500 && id ? `${message} (request ${id})` : message
}

/**
 * Sends a request and returns the JSON of the response, of the type that the contract gives it. @throws CommandError 4 also if the connection is lost in
 * between.
 */
export async function askJson<Answer = unknown>(
  target: Target,
  ask: Ask,
  interrupted: AbortSignal,
): Promise<Answer> {
  const response = await send(target, ask, interrupted)
  try {
    return (await jsonOf(response, target.host)) as Answer
  } catch (error) {
    throw error instanceof CommandError ? error : unreachable(target.host, error, interrupted)
  }
}

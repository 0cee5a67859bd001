import { jsonSizeProblem } from '@granary/domain/json-size.ts'
import { ApiError } from '../../kit/base/errors.ts'
import type { ReadBytes } from '../../kit/request/body.ts'
import { refused, ScimError } from './errors.ts'

/** Maximum body size in bytes: about ten thousand members of a group. */
export const MAX_BODY = 1_048_576

const TYPES = new Set(['application/scim+json', 'application/json'])

/** Waits for the body of a request. @throws ScimError 413; ApiError 503 if the host holds too many bodies. */
export async function receivedBody(readBytes: ReadBytes): Promise<Uint8Array> {
  try {
    return await readBytes(MAX_BODY)
  } catch (error) {
    if (error instanceof ApiError && error.status === 400)
      throw new ScimError(413, undefined, `a body has ${MAX_BODY} bytes at most`)
    throw error
  }
}

/** Reads the body of a request. @throws ScimError 400 or 415. */
export function readBody(request: Request, bytes: Uint8Array): unknown {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type && !TYPES.has(type))
    throw new ScimError(415, undefined, 'a body is of type application/scim+json or application/json')
  const size = jsonSizeProblem(bytes)
  if (size) throw refused('invalidSyntax', `the body ${size}`)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's own message quotes the body.
    throw refused('invalidSyntax', 'the body is not JSON')
  }
}

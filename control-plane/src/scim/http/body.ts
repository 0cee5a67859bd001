import { ApiError } from '../../kit/errors.ts'
import { readLimited } from '../../kit/body.ts'
import { refused, ScimError } from './errors.ts'

/** Maximum body size in bytes: about ten thousand members of a group. */
export const MAX_BODY = 1_048_576

const TYPES = new Set(['application/scim+json', 'application/json'])

/** Reads the body of a request. @throws ScimError 400, 413 or 415. */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type && !TYPES.has(type))
    throw new ScimError(415, undefined, 'a body is of type application/scim+json or application/json')
  const bytes = await limited(request)
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // The parser's own message quotes the body.
    throw refused('invalidSyntax', 'the body is not JSON')
  }
  return value
}

async function limited(request: Request): Promise<Uint8Array> {
  try {
    return await readLimited(request, MAX_BODY)
  } catch (error) {
    if (error instanceof ApiError) throw new ScimError(413, undefined, `a body has ${MAX_BODY} bytes at most`)
    throw error
  }
}

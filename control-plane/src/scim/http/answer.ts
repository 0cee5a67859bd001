import { ApiError } from '../../kit/errors.ts'
import { ScimError } from './errors.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** An answer in the media type of SCIM. */
export const scimJson = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/scim+json; charset=utf-8', ...headers },
  })

/** The answer to a request that was refused or failed: RFC 7644, section 3.12. What went wrong inside is never told. */
export function scimError(error: unknown, requestId: string): Response {
  const known = error instanceof ApiError ? error : new ApiError(500, undefined, 'Internal Server Error')
  const body = {
    schemas: [ERROR],
    status: String(known.status),
    ...(known instanceof ScimError && known.scimType ? { scimType: known.scimType } : {}),
    detail: known.message,
  }
  return scimJson(body, known.status, { 'x-request-id': requestId, ...known.headers })
}

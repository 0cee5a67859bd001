import { ApiError } from '../../kit/base/errors.ts'
import { ScimError } from './errors.ts'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** Returns a response with the SCIM media type. */
export const scimJson = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  scimText(JSON.stringify(body), status, headers)

/** The same for a body that is JSON already. */
export const scimText = (text: string, status: number, headers: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { 'content-type': 'application/scim+json; charset=utf-8', ...headers },
  })

/** Returns the response for a refused or failed request (RFC 7644 section 3.12). Internal errors carry no detail. */
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

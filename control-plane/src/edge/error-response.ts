import { ApiError } from '../kit/base/errors.ts'

/**
 * Returns the response to a refused or failed request. Internal errors are logged and never revealed.
 * @param extensions false leaves out the problems, which the published API doesn't have.
 */
export function errorResponse(error: unknown, requestId: string, extensions = true): Response {
  const known = error instanceof ApiError ? error : new ApiError(500, 'Internal', 'Internal Server Error')
  const body = {
    request_id: requestId,
    ...(known.code ? { error_code: known.code } : {}),
    message: known.message,
    ...(extensions && known.problems.length > 0 ? { problems: known.problems } : {}),
  }
  return Response.json(body, {
    status: known.status,
    headers: { 'x-request-id': requestId, ...known.headers },
  })
}

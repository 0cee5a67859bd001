import { ApiError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { describeError } from '../kit/describe-error.ts'

const requestIds = new WeakMap<Request, string>()

/** The id of a request: on its answer, in its errors, in every line logged about it. */
export function requestIdOf(request: Request): string {
  const known = requestIds.get(request)
  if (known) return known
  const made = crypto.randomUUID()
  requestIds.set(request, made)
  return made
}

/**
 * Answers a request, with its id on the answer and in the log.
 * @param refuse makes the answer of what the work throws.
 */
export async function logged(
  services: Services,
  operation: string,
  request: Request,
  refuse: (error: unknown, requestId: string) => Response,
  work: () => Promise<Response>,
): Promise<Response> {
  const requestId = requestIdOf(request)
  const started = performance.now()
  let response: Response
  try {
    response = await work()
  } catch (error) {
    response = refuse(error, requestId)
    if (!(error instanceof ApiError))
      services.log('error', 'request failed', { requestId, operation, error: describeError(error) })
  }
  response.headers.set('x-request-id', requestId)
  services.log('info', 'request', {
    requestId,
    operation,
    method: request.method,
    status: response.status,
    ms: Math.round((performance.now() - started) * 10) / 10,
  })
  return response
}

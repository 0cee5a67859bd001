import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'
import { databaseRefusal } from './database-refusal.ts'
import { TextAnswer } from '../kit/answer.ts'
import type { Bindings } from '../kit/bindings.ts'
import { ApiError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import { describeError } from '../kit/describe-error.ts'

/** One request at the edge: its operation, and what the host knows about it. */
export type Incoming = { operation: string; request: Request; bindings: Bindings }

/**
 * Handles a request, with its id in the response and in the log.
 * @param refuse turns an exception into a response.
 */
export async function logged<Answer extends Response | TextAnswer>(
  services: Services,
  { operation, request, bindings }: Incoming,
  refuse: (error: unknown, requestId: string) => Response,
  work: () => Promise<Answer>,
): Promise<Answer | Response> {
  const { requestId } = bindings
  const started = performance.now()
  let response: Answer | Response
  try {
    response = await work()
  } catch (error) {
    response = refuse(databaseRefusal(error), requestId)
    if (!(error instanceof ApiError))
      services.log('error', 'request failed', { requestId, operation, error: describeError(error) })
  }
  setHeader(response, 'x-request-id', requestId)
  if (services.settings.extensions) setHeader(response, EXTENSIONS_HEADER, 'yes')
  const { status } = response
  const ms = Math.round((performance.now() - started) * 10) / 10
  services.log('info', 'request', { requestId, operation, method: request.method, status, ms })
  bindings.onAnswer({ operation, status, ms })
  return response
}

function setHeader(answer: Response | TextAnswer, name: string, value: string): void {
  if (answer instanceof TextAnswer) answer.headers[name] = value
  else answer.headers.set(name, value)
}

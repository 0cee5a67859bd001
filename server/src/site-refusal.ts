import type { Bindings } from '@granary/control-plane/kit/bindings.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import { securityEntry } from '@granary/control-plane/kit/finished-request.ts'
import type { SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import { newTrail } from '@granary/control-plane/kit/trail.ts'

type Refused = { operation?: string; method: string; pathname: string }

/** Logs a refusal of the server itself, before the control plane sees the request. Returns the error, to throw it. */
export function siteRefusal(
  write: SecurityLog,
  { operation = 'site', method, pathname: path }: Refused,
  { requestId, clientAddress }: Pick<Bindings, 'requestId' | 'clientAddress'>,
  refusal: ApiError,
): ApiError {
  const request = { requestId, operation, method, path, clientAddress, status: refusal.status }
  write(securityEntry('refusal', { ...request, trail: newTrail(), refusal }))
  return refusal
}

/** Refuses a request that another site made. Returns the error, to throw it. */
export const refuseCrossSite = (
  write: SecurityLog,
  request: Refused,
  bindings: Pick<Bindings, 'requestId' | 'clientAddress'>,
): ApiError =>
  siteRefusal(
    write,
    request,
    bindings,
    new ApiError(403, 'Forbidden', 'this request comes from another site'),
  )

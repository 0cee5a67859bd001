import type { Bindings } from '@granary/control-plane/kit/request/bindings.ts'
import { ApiError, forbidden } from '@granary/control-plane/kit/base/errors.ts'
import { securityEntry } from '@granary/control-plane/kit/log/security-log.ts'
import type { SecurityLog } from '@granary/control-plane/kit/log/security-log.ts'
import { newTrail } from '@granary/control-plane/kit/log/trail.ts'

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

/** Refuses a client that the allow list of the fleet does not contain. @returns the error, to throw it. */
export const refuseSource = (
  write: SecurityLog,
  request: Refused,
  bindings: Pick<Bindings, 'requestId' | 'clientAddress'>,
): ApiError => siteRefusal(write, request, bindings, forbidden('requests from your address are not allowed'))

/** Refuses a request that another site made. @param problem see `crossSiteProblem`. @returns the error, to throw it. */
export const refuseCrossSite = (
  write: SecurityLog,
  request: Refused,
  bindings: Pick<Bindings, 'requestId' | 'clientAddress'>,
  problem: string,
): ApiError => siteRefusal(write, request, bindings, new ApiError(403, 'Forbidden', problem).because(problem))

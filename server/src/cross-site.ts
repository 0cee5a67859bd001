import type { Bindings } from '@granary/control-plane/kit/bindings.ts'
import { ApiError } from '@granary/control-plane/kit/errors.ts'
import { securityEntry } from '@granary/control-plane/kit/finished-request.ts'
import type { SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import { newTrail } from '@granary/control-plane/kit/trail.ts'

/** Refuses a request that another site made, before the control plane sees it. Returns the error, to throw it. */
export function refuseCrossSite(
  write: SecurityLog,
  { method, pathname: path }: { method: string; pathname: string },
  { requestId, clientAddress }: Pick<Bindings, 'requestId' | 'clientAddress'>,
): ApiError {
  const refusal = new ApiError(403, 'Forbidden', 'this request comes from another site')
  const request = { requestId, operation: 'site', method, path, clientAddress, status: 403 }
  write(securityEntry('refusal', { ...request, trail: newTrail(), refusal }))
  return refusal
}

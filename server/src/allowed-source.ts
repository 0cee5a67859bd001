import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import type { Bindings } from '@granary/control-plane/kit/bindings.ts'
import { forbidden } from '@granary/control-plane/kit/errors.ts'
import type { SecurityLog } from '@granary/control-plane/kit/security-log.ts'
import { siteRefusal } from './site-refusal.ts'

type Guard = { controlPlane: Pick<ControlPlane, 'admits'>; securityLog: SecurityLog }

/** @throws ApiError 403 for a client that the allow list of the fleet does not contain. */
export async function requireAllowedSource(
  { controlPlane, securityLog }: Guard,
  request: Request,
  bindings: Bindings,
): Promise<void> {
  if (await controlPlane.admits(bindings)) return
  const { pathname } = new URL(request.url)
  const refusal = forbidden('requests from your address are not allowed')
  throw siteRefusal(securityLog, { method: request.method, pathname }, bindings, refusal)
}

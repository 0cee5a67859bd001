import { createSecureContext, type SecureContext, type TlsOptions } from 'node:tls'
import type { ControlPlane } from '@granary/control-plane/control-plane.ts'
import type { Log } from '@granary/control-plane/kit/log/log.ts'

/** Maximum number of cached certificates; there are rarely more silos than this in use. */
const MAX_CACHED = 1000

/**
 * Serves each silo's host name with the silo's certificate (server name indication, RFC 6066), and every other name
 * with the server's own. An added or deleted certificate counts from the next connection on.
 */
export function servingSilos(
  certificateFor: ControlPlane['certificateFor'],
  log: Log,
): NonNullable<TlsOptions['SNICallback']> {
  // A certificate with a given id never changes.
  const ready = new Map<string, SecureContext>()
  const contextFor = async (host: string): Promise<SecureContext | undefined> => {
    const found = await certificateFor(host)
    if (!found) return undefined
    const known = ready.get(found.id)
    if (known) return known
    const made = createSecureContext({ cert: found.cert, key: found.private_key })
    if (ready.size >= MAX_CACHED) ready.clear()
    ready.set(found.id, made)
    return made
  }
  const contextOrOwn = async (host: string): Promise<SecureContext | undefined> => {
    try {
      return await contextFor(host)
    } catch (error) {
      log('error', "a silo's certificate cannot be served", { host, error: String(error) })
      return undefined
    }
  }
  return async (host, done) => done(null, await contextOrOwn(host))
}

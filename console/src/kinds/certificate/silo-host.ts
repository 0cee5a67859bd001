import { siloHostName } from '@granary/domain/certificates.ts'

const UNDER_SYS = /\.sys\.(.+)$/

/**
 * Returns the host of a silo, derived from this console's host: all silos are subdomains of `sys` in a zone.
 * @returns null when the console is not at such a host, or the silo has no name yet.
 */
export function siloHost(silo: string, hostname = location.hostname): string | null {
  const zone = UNDER_SYS.exec(hostname)?.[1]
  return zone && silo ? siloHostName(silo, zone) : null
}

import { siloHostName } from '@granary/domain/certificates.ts'

const UNDER_SYS = /\.sys\.(.+)$/

/**
 * The host of a silo, as far as it shows from where this console is: silos lie beside each other under `sys` of a zone.
 * @returns null when the console is not at such a host, or the silo has no name yet.
 */
export function siloHost(silo: string, hostname = location.hostname): string | null {
  const zone = UNDER_SYS.exec(hostname)?.[1]
  return zone && silo ? siloHostName(silo, zone) : null
}

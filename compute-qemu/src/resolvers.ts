import type { DriverLog } from '@granary/compute/host.ts'
import { getServers } from 'node:dns'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'

/** The resolvers that systemd-resolved asks; programs of the host ask it on the loopback interface. */
const SYSTEMD_FILE = '/run/systemd/resolve/resolv.conf'

/** Returns the resolvers of this host that its guests can reach too, and logs a warning if there are none. */
export async function guestResolvers(
  log: DriverLog,
  servers: readonly string[] = getServers(),
  systemdFile = SYSTEMD_FILE,
): Promise<string[]> {
  const own = servers.filter(isForGuests)
  if (own.length > 0) return own
  const text = await readFile(systemdFile, 'utf8').catch(() => '')
  const asked = [...text.matchAll(/^nameserver\s+(\S+)/gm)].map(([, address]) => address!).filter(isForGuests)
  if (asked.length === 0)
    log('warn', 'guests get no resolver, because they can reach none of those of this host', { servers })
  return asked
}

/** Addresses of the loopback interface and of one link mean another computer to a guest; dnsmasq refuses zones (`fe80::1%eth0`). */
const isForGuests = (address: string): boolean =>
  isIP(address) !== 0 && !address.includes('%') && !/^(127\.|169\.254\.|::1$|fe[89ab])/i.test(address)

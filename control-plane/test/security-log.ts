import type { SecurityEntry } from '../src/kit/log/security-entry.ts'
import type { World } from './world.ts'

/** Collects the security entries of a world from now on. `take` returns and forgets them. */
export function collectEntries({ services }: Pick<World, 'services'>) {
  let entries: SecurityEntry[] = []
  services.securityLog = (entry) => {
    entries.push(entry)
    return true
  }
  return {
    take(): SecurityEntry[] {
      const taken = entries
      entries = []
      return taken
    },
  }
}

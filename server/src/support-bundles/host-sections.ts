import { arch, cpus, freemem, hostname, loadavg, platform, release, totalmem, uptime } from 'node:os'
import { API_VERSION } from '@granary/contract/version.ts'
import type { HostSection } from '@granary/control-plane/kit/base/bundle-host.ts'
import { keptLines } from '../host/log-file.ts'
import type { Configuration } from '../settings/configuration.ts'
import { freeSpace } from '../settings/data-folder.ts'
import { SETTINGS } from '../settings/settings.ts'
import type { Setting } from '../settings/setting.ts'

/** Returns the files that the host makes: its own facts, its settings without secrets, and its log. */
export const hostSections = (configuration: Configuration): HostSection[] => [
  one('server.json', async () => ({
    apiVersion: API_VERSION,
    node: process.versions,
    host: hostname(),
    platform: [platform(), release(), arch()],
    processors: cpus().length,
    load: loadavg(),
    memory: { total: totalmem(), free: freemem(), ...process.memoryUsage() },
    uptime: { host: uptime(), process: process.uptime() },
    freeSpace: await freeSpace(configuration.data),
  })),
  one('settings.json', async () => settingsWithoutSecrets(configuration)),
  { name: 'server-log.jsonl', lines: (since) => keptLines(configuration.data, since) },
]

/** Returns all settings. Of a secret one, only whether it is set. */
export const settingsWithoutSecrets = (configuration: Configuration): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries<Setting>(SETTINGS).map(([name, { secret }]) => {
      const value = configuration[name as keyof Configuration]
      return [name, secret ? (value === null ? 'not set' : 'set') : value]
    }),
  )

const one = (name: string, read: () => Promise<unknown>): HostSection => ({
  name,
  lines: async function* () {
    yield JSON.stringify(await read(), null, 2)
  },
})

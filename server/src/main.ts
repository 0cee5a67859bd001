// Reads the settings, starts the server, and stops it on a signal.
import { fileURLToPath } from 'node:url'
import { describeError } from '@granary/control-plane/kit/base/describe-error.ts'
import { ConfigurationError, help, readConfiguration } from './settings/configuration.ts'
import { greeting } from './host/greeting.ts'
import { logFile } from './host/log-file.ts'
import { onStopSignal } from './host/stop-signal.ts'
import { logUnexpected } from './host/unexpected.ts'

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

// The stored data is for this user only.
process.umask(0o077)

/** Support bundles have the newest lines of the log, and why a start failed. */
const kept = logFile()
process.on('exit', kept.flush)

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help())
  process.exit(0)
}
try {
  const configuration = readConfiguration(args, process.env)
  logUnexpected(kept)
  // Later, because its modules take a second to load, which help and a wrong setting need not.
  const { startServer } = await import('./server.ts')
  const running = await startServer(configuration, consoleFolder, { kept })
  onStopSignal(running.stop)
  console.log(greeting(running))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  const failed = {
    level: 'error',
    time: new Date().toISOString(),
    error: describeError(error),
    msg: 'the server did not start',
  }
  kept.write(`${JSON.stringify(failed)}\n`)
  process.exit(error instanceof ConfigurationError ? 2 : 1)
}

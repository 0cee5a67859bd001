// Reads the settings, starts the server, and stops it on a signal.
import { fileURLToPath } from 'node:url'
import { ConfigurationError, help, readConfiguration } from './configuration.ts'
import { greeting } from './greeting.ts'
import { onStopSignal } from './stop-signal.ts'
import { logUnexpected } from './unexpected.ts'

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

// The stored data is for this user only.
process.umask(0o077)

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help())
  process.exit(0)
}
try {
  const configuration = readConfiguration(args, process.env)
  logUnexpected()
  // Later, because its modules take a second to load, which help and a wrong setting need not.
  const { startServer } = await import('./server.ts')
  const running = await startServer(configuration, consoleFolder)
  onStopSignal(running.stop)
  console.log(greeting(running))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof ConfigurationError ? 2 : 1)
}

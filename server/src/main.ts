// The server's door: reads the settings, starts, and stops when it is told to.
import { fileURLToPath } from 'node:url'
import { ConfigurationError, help, readConfiguration } from './configuration.ts'
import { greeting } from './greeting.ts'
import { startServer } from './server.ts'
import { onStopSignal } from './stop-signal.ts'

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

// What is kept is for this user only.
process.umask(0o077)

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help())
  process.exit(0)
}
try {
  const running = await startServer(readConfiguration(args, process.env), consoleFolder)
  onStopSignal(running.stop)
  console.log(greeting(running))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(error instanceof ConfigurationError ? 2 : 1)
}

// The server's door: reads the settings, starts, and stops when it is told to.
import { fileURLToPath } from 'node:url'
import { ConfigurationError, help, readConfiguration } from './configuration.ts'
import { type RunningServer, startServer } from './server.ts'

const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url))

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help())
  process.exit(0)
}
try {
  const running = await startServer(readConfiguration(args, process.env), consoleFolder)
  greet(running)
  stopOnSignal(running)
} catch (error) {
  if (error instanceof ConfigurationError) {
    console.error(error.message)
    process.exit(2)
  }
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

function greet({ url, administrator }: RunningServer): void {
  console.log(`Granary is at ${url}`)
  if (!administrator) return
  console.log(`\n  The first administrator, shown this once:\n    user      ${administrator.name}`)
  console.log(
    `    password  ${administrator.generated ? administrator.password : 'as given in GRANARY_ADMIN_PASSWORD'}\n`,
  )
}

/** The first signal lets everything finish; a second one does not wait. */
function stopOnSignal(running: RunningServer): void {
  let asked = false
  const stop = () => {
    if (asked) process.exit(1)
    asked = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

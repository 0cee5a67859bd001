import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { EXIT } from './exit-codes.ts'
import { run } from './run.ts'

// Proxies of the environment, as other command lines take them (`HTTPS_PROXY`, `NO_PROXY`). Node has this from 24.14 on.
if (Object.keys(process.env).some((name) => /^https?_proxy$/i.test(name)))
  (http as { setGlobalProxyFromEnv?: () => void }).setGlobalProxyFromEnv?.()

const interrupt = new AbortController()
const again = new AbortController()
process.once('SIGINT', () => {
  interrupt.abort()
  process.once('SIGINT', () => {
    again.abort()
    // The command reports its leftovers, and nothing else is waited for.
    setTimeout(() => process.exit(EXIT.interrupted), 100)
  })
})
// The reader may close the pipe early, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

process.exitCode = await run(process.argv.slice(2), {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  input: process.stdin,
  wait: (milliseconds) => wait(milliseconds, undefined, { signal: interrupt.signal }),
  interrupted: interrupt.signal,
  interruptedAgain: again.signal,
})

import { once } from 'node:events'
import { expect, test } from 'vitest'
import { serve } from '../../test/process.ts'
import { temporaryFolder } from '../../test/temporary.ts'

/** Starts a server in which a signal causes an unexpected error. */
const serveWithFault = (fault: string) =>
  serve(['--port', '0', '--data', temporaryFolder()], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { ${fault} })`)}`,
  })

/** Returns the fields of the log line with a message. */
const lineOf = (errors: string, message: string): unknown => {
  const line = errors.split('\n').find((each) => each.includes(`"${message}"`))
  return line && JSON.parse(line)
}

test('logs an unhandled rejection with its stack, and keeps running', async () => {
  const server = await serveWithFault("void Promise.reject(new Error('planted'))")
  server.process.kill('SIGUSR2')
  const line = () => lineOf(server.errors(), 'unhandled rejection')
  await expect
    .poll(line)
    .toMatchObject({ level: 'error', error: expect.stringMatching(/^Error: planted\n +at /) })
  expect((await fetch(`${server.url}/v1/ping`)).status).toBe(200)
  expect(await server.end('SIGTERM')).toBe(0)
})

test('logs an uncaught exception with its stack and ends with exit code 1', async () => {
  const server = await serveWithFault("throw new Error('planted')")
  const exited = once(server.process, 'close')
  server.process.kill('SIGUSR2')
  expect(await exited).toEqual([1, null])
  expect(lineOf(server.errors(), 'uncaught exception')).toMatchObject({
    level: 'error',
    error: expect.stringMatching(/^Error: planted\n +at /),
  })
})

import { expect } from 'vitest'
import { serve, type ServerProcess } from '../process.ts'
import { clientOf, PASSWORD } from '../server.ts'
import { expectConsistent, type Stored } from './consistent.ts'

/**
 * Starts a server that `strike` kills and `recover` starts again on the same data, which must be consistent each time.
 * @param flags for a database that is not in the data folder.
 */
export async function killing(stored: Stored, flags: string[] = []) {
  const start = () =>
    serve(['--port', '0', '--log-level', 'error', '--data', stored.data, ...flags], {
      GRANARY_ADMIN_PASSWORD: PASSWORD,
    })
  let running: ServerProcess = await start()
  const cookie = await clientOf(running.url).signIn()
  return {
    server: () => ({ url: running.url, cookie }),
    strike: () => void running.process.kill('SIGKILL'),
    async recover() {
      expect(await running.end('SIGKILL')).toBeNull()
      expect(running.errors()).toBe('')
      await expectConsistent(stored, false)
      running = await start()
    },
    async end() {
      expect(await running.end('SIGTERM')).toBe(0)
      await expectConsistent(stored, true)
    },
  }
}

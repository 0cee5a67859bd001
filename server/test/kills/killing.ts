import { expect } from 'vitest'
import { serve, type ServerProcess } from '../process.ts'
import { clientOf, PASSWORD } from '../server.ts'

/** Starts a server that `strike` kills and `recover` starts again on the same data. */
export async function killing(flags: string[]) {
  const start = () =>
    serve(['--port', '0', '--log-level', 'error', ...flags], { GRANARY_ADMIN_PASSWORD: PASSWORD })
  let running: ServerProcess = await start()
  const cookie = await clientOf(running.url).signIn()
  return {
    server: () => ({ url: running.url, cookie }),
    strike: () => void running.process.kill('SIGKILL'),
    async recover() {
      expect(await running.end('SIGKILL')).toBeNull()
      expect(running.errors()).toBe('')
      running = await start()
    },
    end: () => running.end('SIGTERM'),
  }
}

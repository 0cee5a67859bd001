import { expect, test, vi } from 'vitest'

test('programs get the search path and nothing else of the server’s environment', async () => {
  vi.stubEnv('PATH', '/usr/bin:/bin')
  vi.stubEnv('GRANARY_SECRET', 'secret')
  vi.resetModules()
  const { run } = await import('./run.ts')
  const lines = (await run(['env'])).trim().split('\n')
  vi.unstubAllEnvs()
  expect(lines).toEqual(['PATH=/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin'])
})

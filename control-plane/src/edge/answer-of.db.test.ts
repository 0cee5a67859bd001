import { expect, onTestFinished, test, vi } from 'vitest'
import { openNetworks } from '../../test/networks.ts'
import { LARGE_READS, STAGED } from './answer-of.ts'

test('only a few large writes are in their stages at once', async () => {
  const net = await openNetworks()
  onTestFinished(() => net.world.close())
  await net.start()
  const run = vi.spyOn(STAGED, 'run')
  onTestFinished(() => run.mockRestore())
  const path = `/v1/vpc-firewall-rules?${net.inVpc('default')}`
  expect((await net.ask('GET', path)).status).toBe(200)
  expect(run).not.toHaveBeenCalled()
  expect((await net.ask('PUT', path, { rules: [] })).status).toBe(200)
  expect(run.mock.calls.map(([lane]) => lane)).toEqual([
    expect.objectContaining({ silo: expect.any(String), user: expect.any(String) }),
  ])
})

test('only a few large pages are made at once', async () => {
  const net = await openNetworks()
  onTestFinished(() => net.world.close())
  const run = vi.spyOn(LARGE_READS, 'run')
  onTestFinished(() => run.mockRestore())
  expect((await net.ask('GET', '/v1/projects?limit=200')).status).toBe(200)
  expect(run).not.toHaveBeenCalled()
  expect((await net.ask('GET', '/v1/projects?limit=201')).status).toBe(200)
  expect(run).toHaveBeenCalledTimes(1)
})

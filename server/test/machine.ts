import { expect, vi } from 'vitest'
import type { Client } from './server.ts'

/** What the API says of an instance. */
export type Instance = { id: string; name: string; run_state: string }

/** Makes project `p` and in it a small instance, and waits until it runs. */
export async function runMachine({ get, send }: Client, cookie: string): Promise<Instance> {
  expect((await send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })).status).toBe(201)
  const created = await send('POST', '/v1/instances?project=p', smallInstance('machine'), { cookie })
  expect(created.status).toBe(201)
  const { id } = (await created.json()) as Instance
  const view = async () => (await (await get(`/v1/instances/${id}`, { cookie })).json()) as Instance
  const options = { timeout: 15_000, interval: 50 }
  await vi.waitFor(async () => expect((await view()).run_state).toBe('running'), options)
  return view()
}

/** The body that creates a small instance without disks or networks. */
export const smallInstance = (name: string, start = true) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: 2 ** 30,
  network_interfaces: { type: 'none' },
  start,
})

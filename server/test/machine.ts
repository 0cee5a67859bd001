import { expect, vi } from 'vitest'
import type { Client } from './server.ts'

/** An instance as the API shows it. */
export type Instance = { id: string; name: string; run_state: string }

/** Creates project `p` and in it a small instance that starts. */
export async function createInstance({ send }: Client, cookie: string): Promise<Instance> {
  expect((await send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })).status).toBe(201)
  const created = await send('POST', '/v1/instances?project=p', smallInstance('machine'), { cookie })
  expect(created.status).toBe(201)
  return (await created.json()) as Instance
}

/** Creates project `p` and in it a small instance, and waits until it runs. */
export async function runMachine(client: Client, cookie: string): Promise<Instance> {
  const { id } = await createInstance(client, cookie)
  // Hooks call this too, where `expect.poll` is not allowed.
  await vi.waitFor(async () => expect(await stateOf(client, cookie, id)).toBe('running'), { timeout: 60_000 })
  return view(client, cookie, id)
}

/** Returns the state of an instance. */
export const stateOf = async (client: Client, cookie: string, id: string): Promise<string> =>
  (await view(client, cookie, id)).run_state

const view = async ({ get }: Client, cookie: string, id: string): Promise<Instance> =>
  (await (await get(`/v1/instances/${id}`, { cookie })).json()) as Instance

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

import { expect, vi } from 'vitest'
import type { Ask } from './asking.ts'
import { blank, diskOf } from './steps.ts'
import { noThings, type Things } from './things.ts'

/** Creates the project of the clients, an image of the silo for their boot disks, and a floating IP for each. */
export async function prepare(ask: Ask, clients: number): Promise<Things[]> {
  const make = async (path: string, body: object, status = 201): Promise<string> => {
    const made = await ask('POST', path, { description: '', ...body })
    expect(made.status, JSON.stringify(made.body)).toBe(status)
    return (made.body as { id: string }).id
  }
  await make('/v1/projects', { name: 'golden' })
  const disk = await make('/v1/disks?project=golden', diskOf('golden', blank))
  const stateOf = async () => ((await ask('GET', `/v1/disks/${disk}`)).body as { state: object }).state
  // Hooks call this too, where `expect.poll` is not allowed.
  await vi.waitFor(async () => expect(await stateOf()).toEqual({ state: 'detached' }), { timeout: 60_000 })
  const snapshot = await make('/v1/snapshots?project=golden', { name: 'golden', disk })
  const source = { type: 'snapshot', id: snapshot }
  const image = await make('/v1/images?project=golden', { name: 'golden', os: 'test', version: '1', source })
  await make(`/v1/images/${image}/promote`, {}, 202)
  await make('/v1/projects', { name: 'p' })
  const address_allocator = { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } }
  const names = Array.from({ length: clients }, (_, client) => `address-${client}`)
  for (const name of names) await make('/v1/floating-ips?project=p', { name, address_allocator })
  return names.map((floatingIp) => noThings({ floatingIp, image }))
}

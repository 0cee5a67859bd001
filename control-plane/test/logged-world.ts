import { pretendedSaml } from './saml.ts'
import { newSilo } from './silos.ts'
import { openWorld, type World } from './world.ts'

export const named = (name: string) => ({ name, description: 'one of each' })
export const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
export const group = { policy: 'allow', failure_domain: 'sled' }

/** Opens a world with a project whose parts the tests of the change log use. */
export async function openLogged(): Promise<World> {
  const world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  await world.ask('POST', '/v1/projects', named('shop'))
  await world.ask('POST', '/v1/instances?project=shop', {
    ...named('web'),
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    start: false,
  })
  await world.ask('POST', '/v1/instances?project=shop', {
    ...named('bare'),
    hostname: 'bare',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'none' },
    start: false,
  })
  await world.services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
  await world.ask('POST', '/v1/disks?project=shop', { ...named('kept'), size: 2 ** 30, disk_backend: blank })
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  // What tests write by hand is not logged, so the entries so far do not add up to the states.
  await world.services.db.deleteFrom('change_log').where('kind', 'in', ['instance', 'disk']).execute()
  await world.ask('POST', '/v1/system/silos', newSilo('clinic', { identity_mode: 'saml_jit' }))
  await world.ask('POST', '/v1/system/silos', newSilo('works', { identity_mode: 'saml_scim' }))
  return world
}

export type Requests = ReturnType<typeof requestsTo>

/** Returns the requests of the tests of the change log. @param world the world, once it is open. */
export function requestsTo(world: () => World) {
  const ask = (method: string, path: string, body?: unknown) => world().ask(method, path, body)
  const get = async (path: string) => (await ask('GET', path)).body
  const inList = async (path: string, id: string) =>
    (await get(path)).items.find((row: { id: string }) => row.id === id)
  return { ask, get, inList, db: () => world().services.db }
}

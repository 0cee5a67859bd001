import { type ManualClock, manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { rawWriter } from '../src/database/session.ts'
import { addUser } from './people.ts'
import { openWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- bodies differ by operation
export type Body = any

/** Opens a world with a project whose instances have failed, wait for a place, or are fine. */
export async function openIssues(): Promise<{ world: World; clock: ManualClock }> {
  const clock = manualClock(new Date())
  const world = await openWorld({ started: false, clock })
  await addUser(world.services, 'main', 'ada', {})
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  for (const name of ['failed', 'waiting', 'fine'])
    await world.ask('POST', '/v1/instances?project=shop', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      start: false,
    })
  const update = (name: string, values: object) =>
    rawWriter(world.services).updateTable('instance').where('name', '=', name).set(values).execute()
  await update('failed', { run_state: 'failed' })
  await update('waiting', {
    start_problem: 'Insufficient capacity: Failed to place instance: no sled has room',
  })
  return { world, clock }
}

/** Lists issues. @param as a session. @param of `system/` for the issues of the fleet. */
export const listIssues = async (world: World, query = '', as?: string, of = ''): Promise<Body> =>
  (await world.ask('GET', `/experimental/v1/${of}issues${query}`, undefined, as)).body

/** Returns the messages of a check in a list. */
export const messagesOf = ({ items }: Body, check: string): string[] =>
  items.filter((item: Body) => item.check === check).map(({ message }: Body) => message)

/** Creates a disk in a state. @returns its ID. */
export async function addDisk(world: World, name: string, state: string): Promise<string> {
  const { body } = await world.ask('POST', '/v1/disks?project=shop', {
    name,
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await rawWriter(world.services)
    .updateTable('disk')
    .where('id', '=', body.id)
    .set({ state: state as 'detached' })
    .execute()
  return body.id
}

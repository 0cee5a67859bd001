import { type DiskStateName, diskStates } from '@granary/domain/disk-states.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

type Outcome = [status: number, text?: string]

// The expected outcome of each action in each state, written from the intended behavior and not from the code.
const ATTACHED_ELSEWHERE = 'disk is attached to another instance'
const invalid = (state: DiskStateName): Outcome => [400, `invalid state ${state}`]
const kept = (state: DiskStateName): Outcome => [400, `disk cannot be deleted in state "${state}"`]
const later = (state: DiskStateName): Outcome => [503, `cannot be snapshotted in state "${state}"`]
const wants =
  (wanted: DiskStateName) =>
  (state: DiskStateName): Outcome => [400, `its state is ${state}, it must be ${wanted}`]
/** The same outcome in every state except the listed ones. */
const rest = (otherwise: (state: DiskStateName) => Outcome, named: Partial<Record<DiskStateName, Outcome>>) =>
  Object.fromEntries(diskStates.map((state) => [state, named[state] ?? otherwise(state)])) as Record<
    DiskStateName,
    Outcome
  >

const table: Record<string, Record<DiskStateName, Outcome>> = {
  delete: rest(kept, { detached: [204], faulted: [204] }),
  snapshot: rest(later, { detached: [201], attached: [201] }),
  'attach to another instance': rest(invalid, {
    creating: [202],
    detached: [202],
    attaching: [400, ATTACHED_ELSEWHERE],
    attached: [400, ATTACHED_ELSEWHERE],
    detaching: [400, ATTACHED_ELSEWHERE],
  }),
  detach: rest(invalid, { detached: [202], attached: [202], detaching: [202] }),
  'set as boot disk': rest(() => [409, 'boot disk must be attached'], { attached: [200] }),
  'bulk-write-start': rest(wants('import_ready'), { import_ready: [204] }),
  'bulk-write': rest(wants('importing_from_bulk_writes'), { importing_from_bulk_writes: [204] }),
  'bulk-write-stop': rest(wants('importing_from_bulk_writes'), { importing_from_bulk_writes: [204] }),
  finalize: rest(wants('import_ready'), { import_ready: [204] }),
}

const CODES: Record<number, string> = { 400: 'InvalidRequest', 409: 'Conflict', 503: 'ServiceNotAvailable' }

/** States of a disk that is attached to an instance. */
const ATTACHED_STATES = new Set<DiskStateName>(['attaching', 'attached', 'detaching'])

let world: World
let [holder, other] = ['', '']
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  holder = await stoppedInstance()
  other = await stoppedInstance()
})
afterAll(() => world.close())

async function stoppedInstance(): Promise<string> {
  const name = `vm-${crypto.randomUUID().slice(0, 8)}`
  const { body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    network_interfaces: { type: 'none' },
    start: false,
  })
  await world.until(`/v1/instances/${body.id}`, ({ run_state }) => run_state === 'stopped')
  return body.id
}

/** Waits until no task is left, so that none changes a state set directly in the database. */
async function idle() {
  while (await world.services.db.selectFrom('task').select('id').executeTakeFirst())
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/** A disk in a state. For the states of an attached disk, its instance is stopped. */
async function diskIn(state: DiskStateName, holder: string | null) {
  const name = `disk-${crypto.randomUUID().slice(0, 8)}`
  const source = { type: 'importing_blocks', block_size: 512 }
  const { body } = await world.ask('POST', '/v1/disks?project=shop', {
    name,
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: source },
  })
  await world.until(`/v1/disks/${body.id}`, (one) => one.state.state === 'import_ready')
  await idle()
  await world.services.db
    .updateTable('disk')
    .set({ state, instance_id: holder, source: state === 'creating' ? 'blank' : 'importing' })
    .where('id', '=', body.id)
    .execute()
  return body.id as string
}

async function act(action: string, disk: string) {
  const { ask } = world
  switch (action) {
    case 'delete':
      return ask('DELETE', `/v1/disks/${disk}`)
    case 'snapshot':
      return ask('POST', '/v1/snapshots?project=shop', { name: `s-${disk}`, description: '', disk })
    case 'attach to another instance':
      return ask('POST', `/v1/instances/${other}/disks/attach`, { disk })
    case 'detach':
      return ask('POST', `/v1/instances/${holder}/disks/detach`, { disk })
    case 'set as boot disk':
      return ask('PUT', `/v1/instances/${holder}`, {
        ncpus: 1,
        memory: GiB,
        boot_disk: disk,
        auto_restart_policy: null,
        cpu_platform: null,
        enable_jumbo_frames: false,
      })
    case 'bulk-write':
      return ask('POST', `/v1/disks/${disk}/bulk-write`, {
        offset: 0,
        base64_encoded_data: btoa('\0'.repeat(512)),
      })
    default:
      return ask('POST', `/v1/disks/${disk}/${action}`, action === 'finalize' ? {} : undefined)
  }
}

describe.each(diskStates)('%s', (state) => {
  test.each(Object.entries(table))('%s', async (action, outcomes) => {
    const [status, text] = outcomes[state]
    const disk = await diskIn(state, ATTACHED_STATES.has(state) ? holder : null)
    const { body, ...answer } = await act(action, disk)
    expect({ status: answer.status, message: body?.message }).toEqual({
      status,
      message: text === undefined ? undefined : expect.stringContaining(text),
    })
    if (status >= 400) expect(body.error_code).toBe(CODES[status])
  })
})

test.each(['creating', 'faulted'] as const)(
  'detaches a disk in state %s from its instance, and leaves it %s',
  async (state) => {
    const disk = await diskIn('detached', null)
    await world.services.db
      .updateTable('disk')
      .set({ state, instance_id: holder })
      .where('id', '=', disk)
      .execute()
    const { status, body } = await act('detach', disk)
    expect([status, body.state]).toEqual([202, { state }])
  },
)

test('refuses to detach a disk of another instance', async () => {
  const { status, body } = await act('detach', await diskIn('attached', other))
  expect([status, body.message]).toEqual([400, expect.stringContaining(ATTACHED_ELSEWHERE)])
})

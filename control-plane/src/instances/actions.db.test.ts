import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InstanceRow } from '../database/schema.ts'
import { openWorld, type World } from '../../test/world.ts'
import { ApiError } from '../kit/base/errors.ts'

type State = InstanceRow['run_state']
type Outcome = [status: number, text?: string]

// The expected outcome of each action in each state, written from the intended behavior and not from the code.
const STATES = [
  'creating',
  'starting',
  'running',
  'stopping',
  'stopped',
  'rebooting',
  'migrating',
  'failed',
] as const
const STILL_CREATING = 'cannot change instance state while it is still being created'
const NOT_STOPPED = 'is not fully stopped'
const UP = 'cannot delete instance: instance is running or has not yet fully stopped'
const RESIZE = 'instance must be stopped to change CPU or memory'
const BOOT = 'instance must be stopped to set boot disk'
const CONSOLE = 'cannot connect to serial console of instance in state'
const all = (outcome: Outcome): Outcome[] => STATES.map(() => outcome)

const table: Record<string, Outcome[]> = {
  start: [
    [202],
    [202],
    [202],
    [409, 'instance must finish stopping before it can be started'],
    [202],
    [202],
    [202],
    [202],
  ],
  stop: [[202], [202], [202], [202], [202], [202], [202], [202]],
  reboot: [
    [400, STILL_CREATING],
    [202],
    [202],
    [202],
    [400, 'cannot reboot an instance in state stopped with no VMM'],
    [202],
    [202],
    [400, 'instance state cannot be changed from failed'],
  ],
  delete: [[204], [400, UP], [400, UP], [400, UP], [204], [400, UP], [400, UP], [204]],
  resize: [[200], [409, RESIZE], [409, RESIZE], [409, RESIZE], [200], [409, RESIZE], [409, RESIZE], [200]],
  platform: [[200], [409, RESIZE], [409, RESIZE], [409, RESIZE], [200], [409, RESIZE], [409, RESIZE], [200]],
  boot: [[200], [409, BOOT], [409, BOOT], [409, BOOT], [200], [409, BOOT], [409, BOOT], [200]],
  unchanged: all([200]),
  policy: all([200]),
  attach: [
    [202],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [202],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [400, 'cannot attach disk to instance in failed state'],
  ],
  'attach again': all([202]),
  detach: [
    [202],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [202],
    [400, NOT_STOPPED],
    [400, NOT_STOPPED],
    [202],
  ],
  'detach a detached disk': all([202]),
  'serial history': [
    [400, CONSOLE],
    [400, CONSOLE],
    [200],
    [400, CONSOLE],
    [400, CONSOLE],
    [200],
    [200],
    [400, CONSOLE],
  ],
  'serial stream': [
    [400, CONSOLE],
    [400, CONSOLE],
    [200],
    [400, CONSOLE],
    [400, CONSOLE],
    [200],
    [200],
    [400, CONSOLE],
  ],
}

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const disk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: GiB,
  disk_backend: { type: 'local' },
})

/** An instance in a state, with disks `boot` and `data` and a separate disk `spare`, none of which a task changes. */
async function instanceIn(state: State) {
  const { db } = world.services
  const suffix = crypto.randomUUID().slice(0, 8)
  const [name, boot, data, spare] = ['vm', 'boot', 'data', 'spare'].map((word) => `${word}-${suffix}`) as [
    string,
    string,
    string,
    string,
  ]
  const { body } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    boot_disk: disk(boot),
    disks: [disk(data)],
    network_interfaces: { type: 'none' },
    start: state !== 'creating' && state !== 'stopped' && state !== 'failed',
  })
  await world.ask('POST', '/v1/disks?project=shop', { ...disk(spare), type: undefined })
  // A serial console needs a running machine; the other actions depend on the row only.
  const settled = state === 'creating' || state === 'stopped' || state === 'failed' ? 'stopped' : 'running'
  await world.until(`/v1/instances/${body.id}`, (one) => one.run_state === settled)
  await world.until(`/v1/disks/${spare}?project=shop`, (one) => one.state.state === 'detached')
  await idle()
  const update = db
    .updateTable('instance')
    .set({ run_state: state, time_run_state_updated: world.services.clock.now().toISOString() })
  await update.where('id', '=', body.id).execute()
  return { id: body.id as string, path: `/v1/instances/${body.id}`, boot, data, spare }
}

/** Waits until no task is left. */
async function idle() {
  const { db } = world.services
  while (await db.selectFrom('task').select('id').executeTakeFirst())
    await new Promise((resolve) => setTimeout(resolve, 5))
}

async function act(action: string, { path, boot, data, spare }: Awaited<ReturnType<typeof instanceIn>>) {
  const { ask } = world
  const same = {
    ncpus: 1,
    memory: GiB,
    boot_disk: boot,
    auto_restart_policy: null,
    cpu_platform: null,
    enable_jumbo_frames: false,
  }
  switch (action) {
    case 'delete':
      return ask('DELETE', path)
    case 'resize':
      return ask('PUT', path, { ...same, ncpus: 2 })
    case 'platform':
      return ask('PUT', path, { ...same, cpu_platform: 'amd_turin' })
    case 'boot':
      return ask('PUT', path, { ...same, boot_disk: data })
    case 'unchanged':
      return ask('PUT', path, same)
    case 'policy':
      return ask('PUT', path, { ...same, auto_restart_policy: 'never' })
    case 'attach':
      return ask('POST', `${path}/disks/attach`, { disk: spare })
    case 'attach again':
      return ask('POST', `${path}/disks/attach`, { disk: data })
    case 'detach':
      return ask('POST', `${path}/disks/detach`, { disk: data })
    case 'detach a detached disk':
      return ask('POST', `${path}/disks/detach`, { disk: spare })
    case 'serial history':
      return ask('GET', `${path}/serial-console?most_recent=10`)
    case 'serial stream':
      return stream(path)
    default:
      return ask('POST', `${path}/${action}`)
  }
}

async function stream(path: string) {
  const cookie = await world.signIn('admin', 'secret')
  try {
    const request = new Request(`http://test${path}/serial-console/stream`, { headers: { cookie } })
    ;(await world.controlPlane.openSerial(request)).close()
    return { status: 200, body: {} }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { status: error.status, body: { message: error.message, error_code: error.code } }
  }
}

describe.each(STATES.map((state, at) => [state, at] as const))('%s', (state, at) => {
  test.concurrent.each(Object.entries(table))('%s', async (action, outcomes) => {
    const [status, text] = outcomes[at]!
    const { body, ...answer } = await act(action, await instanceIn(state))
    expect({ status: answer.status, message: body?.message }).toEqual({
      status,
      message: text === undefined ? undefined : expect.stringContaining(text),
    })
    if (status >= 400) expect(body.error_code).toBe(status === 409 ? 'Conflict' : 'InvalidRequest')
  })
})

test('answers 404 to every action on a deleted instance', async () => {
  const gone = await instanceIn('stopped')
  expect((await act('delete', gone)).status).toBe(204)
  for (const action of Object.keys(table)) {
    const { status, body } = await act(action, gone)
    expect([action, status, body.message]).toEqual([action, 404, `not found: instance with id "${gone.id}"`])
  }
})

import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
const named = (more: object = {}) => ({ name: `new-${count++}`, description: '', ...more })
const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body)
const post = (path: string, body: object) => ask('POST', `${path}?project=shop`, body)

const blank = { type: 'blank', block_size: 512 }
const diskBody = (disk_source: object = blank) =>
  named({ size: GiB, disk_backend: { type: 'distributed', disk_source } })
const instanceBody = (more: object = {}) =>
  named({ hostname: 'vm', ncpus: 1, memory: GiB, start: false, ...more })

async function make(path: string, body: object): Promise<string> {
  const made = await post(path, body)
  if (made.status !== 201) throw new Error(`${path}: ${made.body.message}`)
  return made.body.id as string
}
const makeDisk = (source?: object) => make('/v1/disks', diskBody(source))
const makeInstance = (more?: object) => make('/v1/instances', instanceBody(more))
const snapshotOf = (disk: string) => make('/v1/snapshots', named({ disk }))
const imageOf = (id: string) =>
  make('/v1/images', named({ os: 'a', version: '1', source: { type: 'snapshot', id } }))
const floatingIp = () =>
  make(
    '/v1/floating-ips',
    named({ address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } } }),
  )
const externalSubnet = () =>
  make('/v1/external-subnets', named({ allocator: { type: 'auto', prefix_length: 28 } }))

async function finalized(body: object = {}): Promise<string> {
  const id = await makeDisk({ type: 'importing_blocks', block_size: 512 })
  const answer = await ask('POST', `/v1/disks/${id}/finalize`, body)
  if (answer.status !== 204) throw new Error(answer.body.message)
  return id
}

type Next = (id: string) => Promise<{ status: number }>
const attachTo: Next = async (disk) =>
  ask('POST', `/v1/instances/${await makeInstance()}/disks/attach`, { disk })
const disk: Record<string, Next> = {
  delete: (id) => ask('DELETE', `/v1/disks/${id}`),
  snapshot: (id) => post('/v1/snapshots', named({ disk: id })),
  attach: attachTo,
}
/** The disk after each of these steps with an instance, each of which must succeed. */
async function moved(start: boolean, ...steps: ('attach' | 'detach')[]): Promise<string> {
  const [id, instance] = [await makeDisk(), await makeInstance({ start })]
  if (start) await world.until(`/v1/instances/${instance}`, ({ run_state }) => run_state === 'running')
  for (const step of steps) {
    const answer = await ask('POST', `/v1/instances/${instance}/disks/${step}`, { disk: id })
    if (answer.status !== 202) throw new Error(answer.body.message)
  }
  return id
}

/** What a client does next, after each request that begins something. */
const TABLE: Record<string, [() => Promise<string>, Record<string, Next>]> = {
  'a disk': [() => makeDisk(), disk],
  'a disk detached from a running instance': [() => moved(true, 'attach', 'detach'), disk],
  'a disk attached to a running instance': [() => moved(true, 'attach'), { snapshot: disk.snapshot! }],
  'a disk detached from a stopped instance': [() => moved(false, 'attach', 'detach'), disk],
  'a disk to import into': [
    () => makeDisk({ type: 'importing_blocks', block_size: 512 }),
    {
      'bulk-write-start': (id) => ask('POST', `/v1/disks/${id}/bulk-write-start`),
      finalize: (id) => ask('POST', `/v1/disks/${id}/finalize`, {}),
    },
  ],
  'a finalized disk': [() => finalized(), disk],
  'a disk finalized with a snapshot': [() => finalized({ snapshot_name: `new-${count++}` }), disk],
  'a disk of which a snapshot was made': [
    async () => {
      const id = await makeDisk()
      await snapshotOf(id)
      return id
    },
    disk,
  ],
  'a snapshot': [
    async () => snapshotOf(await makeDisk()),
    {
      delete: (id) => ask('DELETE', `/v1/snapshots/${id}`),
      disk: (snapshot_id) => post('/v1/disks', diskBody({ type: 'snapshot', snapshot_id })),
      image: (id) => post('/v1/images', named({ os: 'a', version: '1', source: { type: 'snapshot', id } })),
    },
  ],
  'an image': [
    async () => imageOf(await snapshotOf(await makeDisk())),
    {
      delete: (id) => ask('DELETE', `/v1/images/${id}`),
      promote: (id) => ask('POST', `/v1/images/${id}/promote`),
      disk: (image_id) => post('/v1/disks', diskBody({ type: 'image', image_id })),
    },
  ],
  'a stopped instance': [
    () => makeInstance(),
    {
      start: (id) => ask('POST', `/v1/instances/${id}/start`),
      stop: (id) => ask('POST', `/v1/instances/${id}/stop`),
      delete: (id) => ask('DELETE', `/v1/instances/${id}`),
      disk: async (id) => ask('POST', `/v1/instances/${id}/disks/attach`, { disk: await makeDisk() }),
      'floating IP': async (parent) =>
        ask('POST', `/v1/floating-ips/${await floatingIp()}/attach`, { kind: 'instance', parent }),
      'ephemeral IP': (id) =>
        ask('POST', `/v1/instances/${id}/external-ips/ephemeral`, {
          pool_selector: { type: 'auto', ip_version: 'v4' },
        }),
      'external subnet': async (instance) =>
        ask('POST', `/v1/external-subnets/${await externalSubnet()}/attach`, { instance }),
    },
  ],
  'a started instance': [
    () => makeInstance({ start: true }),
    {
      reboot: (id) => ask('POST', `/v1/instances/${id}/reboot`),
      stop: (id) => ask('POST', `/v1/instances/${id}/stop`),
      'floating IP': async (parent) =>
        ask('POST', `/v1/floating-ips/${await floatingIp()}/attach`, { kind: 'instance', parent }),
      'ephemeral IP': (id) =>
        ask('POST', `/v1/instances/${id}/external-ips/ephemeral`, {
          pool_selector: { type: 'auto', ip_version: 'v4' },
        }),
      'external subnet': async (instance) =>
        ask('POST', `/v1/external-subnets/${await externalSubnet()}/attach`, { instance }),
    },
  ],
}

async function open(speed: number): Promise<void> {
  world = await openWorld({ speed, settlingTime: 60_000, hotplug: true })
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await ask('POST', '/v1/system/subnet-pools', { name: 'blocks', description: '', ip_version: 'v4' })
  await ask('POST', '/v1/system/subnet-pools/blocks/members/add', { subnet: '198.18.0.0/16' })
  await ask('POST', '/v1/system/subnet-pools/blocks/silos', { silo: 'main', is_default: true })
}

/** Makes commands of the driver slow. */
function delay(ms: number): void {
  const { compute } = world.services
  for (const command of ['createDisk', 'snapshotDisk', 'syncDisk', 'ensureDefined'] as const) {
    const real = compute[command].bind(compute) as (...given: unknown[]) => Promise<void>
    vi.spyOn(compute, command).mockImplementation(async (...given: unknown[]) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      return real(...given)
    })
  }
}

describe.each([
  { driver: 'quick', speed: 1_000, ms: 0 },
  { driver: 'slow', speed: 20, ms: 60 },
])('with a $driver driver', ({ speed, ms }) => {
  beforeAll(async () => {
    await open(speed)
    if (ms > 0) delay(ms)
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await world.close()
  })

  for (const [made, [make, actions]] of Object.entries(TABLE))
    for (const [action, act] of Object.entries(actions))
      test(`${action} right after ${made}`, async () => {
        const answer = await act(await make())
        expect(answer).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) })
      })

  test('shows the state that a resource has then', async () => {
    const made = await post('/v1/disks', diskBody())
    expect(made.body).toEqual((await ask('GET', `/v1/disks/${made.body.id}`)).body)
    expect(made.body.state).toEqual({ state: 'detached' })
    expect((await post('/v1/snapshots', named({ disk: made.body.id }))).body.state).toBe('ready')
    const { body } = await post('/v1/instances', instanceBody({ start: true }))
    expect(['starting', 'running']).toContain(body.run_state)
  })
})

describe('with a driver that hangs', () => {
  beforeAll(() => open(1_000))
  afterAll(() => world.close())

  test('answers after the time limit, with the state that it has then', async () => {
    const { compute, settings } = world.services
    world.services.settings = { ...settings, settlingTime: 50 }
    let release!: () => void
    const released = new Promise<void>((resolve) => (release = resolve))
    const real = compute.createDisk.bind(compute)
    vi.spyOn(compute, 'createDisk').mockImplementation(async (spec) => {
      await released
      return real(spec)
    })
    onTestFinished(() => {
      vi.restoreAllMocks()
      world.services.settings = settings
    })
    const made = await post('/v1/disks', diskBody())
    expect(made).toMatchObject({ status: 201, body: { state: { state: 'creating' } } })
    release()
    await world.until(`/v1/disks/${made.body.id}`, ({ state }) => state.state === 'detached')
  })

  test('answers at once to a client that prefers it', async () => {
    const { compute } = world.services
    let release!: () => void
    const released = new Promise<void>((resolve) => (release = resolve))
    const real = compute.createDisk.bind(compute)
    const held = vi.spyOn(compute, 'createDisk').mockImplementationOnce(async (spec) => {
      await released
      return real(spec)
    })
    onTestFinished(() => held.mockRestore())
    const prefer = { prefer: 'wait=10, respond-async' }
    const made = await world.ask('POST', '/v1/disks?project=shop', diskBody(), undefined, prefer)
    expect(made).toMatchObject({ status: 201, body: { state: { state: 'creating' } } })
    release()
    await world.until(`/v1/disks/${made.body.id}`, ({ state }) => state.state === 'detached')
  })

  test('ends the wait for a disk that is deleted before it is there', async () => {
    const { compute, db } = world.services
    let release!: () => void
    const released = new Promise<void>((resolve) => (release = resolve))
    const held = vi.spyOn(compute, 'createDisk').mockImplementation(() => released)
    onTestFinished(() => {
      release()
      held.mockRestore()
    })
    const waiting = post('/v1/disks', diskBody())
    await expect.poll(() => held.mock.calls.length).toBe(1)
    await db.deleteFrom('disk').where('id', '=', held.mock.calls[0]![0].id).execute()
    world.services.notify()
    expect(await waiting).toMatchObject({ status: 201, body: { state: { state: 'creating' } } })
  })
})

import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld({ speed: 1_000, settlingTime: 60_000 })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await world.ask('POST', '/v1/system/subnet-pools', { name: 'blocks', description: '', ip_version: 'v4' })
  await world.ask('POST', '/v1/system/subnet-pools/blocks/members/add', { subnet: '198.18.0.0/16' })
  await world.ask('POST', '/v1/system/subnet-pools/blocks/silos', { silo: 'main', is_default: true })
})
afterAll(() => world.close())

const named = (more: object = {}) => ({ name: `one-${count++}`, description: '', ...more })
/** Sends a request. @throws if it is refused, because the test would then see no change for another reason. */
async function ask(method: string, path: string, body?: unknown) {
  const answer = await world.ask(method, path, body)
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.body.message}`)
  return answer.body
}
const post = (path: string, body?: object) => ask('POST', path, body)
const create = async (path: string, body: object): Promise<string> => (await post(path, body)).id
const makeDisk = (disk_source: object = { type: 'blank', block_size: 512 }) =>
  create('/v1/disks?project=shop', named({ size: GiB, disk_backend: { type: 'distributed', disk_source } }))
const makeInstance = () =>
  create('/v1/instances?project=shop', named({ hostname: 'vm', ncpus: 1, memory: GiB, start: false }))
const inState = (instance: string, state: string) =>
  world.until(`/v1/instances/${instance}`, ({ run_state }) => run_state === state)

test('states of a resource are no modification of it', async () => {
  const disk = await makeDisk()
  const imported = await makeDisk({ type: 'importing_blocks', block_size: 512 })
  const instance = await makeInstance()
  const subnet = await create(
    '/v1/external-subnets?project=shop',
    named({ allocator: { type: 'auto', prefix_length: 28 } }),
  )
  const address = await create(
    '/v1/floating-ips?project=shop',
    named({ address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } } }),
  )
  await post(`/v1/disks/${imported}/bulk-write-start`)
  await post(`/v1/disks/${imported}/bulk-write-stop`)
  await post(`/v1/disks/${imported}/finalize`, {})
  const snapshot = await create('/v1/snapshots?project=shop', named({ disk }))
  const source = { type: 'snapshot', id: snapshot }
  const image = await create('/v1/images?project=shop', named({ os: 'a', version: '1', source }))
  await post(`/v1/instances/${instance}/disks/attach`, { disk })
  await post(`/v1/external-subnets/${subnet}/attach`, { instance })
  await post(`/v1/floating-ips/${address}/attach`, { kind: 'instance', parent: instance })
  await post(`/v1/instances/${instance}/start`)
  await inState(instance, 'running')
  await post(`/v1/instances/${instance}/reboot`)
  await inState(instance, 'running')
  await post(`/v1/instances/${instance}/stop`)
  await inState(instance, 'stopped')
  await post(`/v1/instances/${instance}/disks/detach`, { disk })
  await post(`/v1/external-subnets/${subnet}/detach`)
  await post(`/v1/floating-ips/${address}/detach`)
  for (const path of [
    `/v1/disks/${disk}`,
    `/v1/disks/${imported}`,
    `/v1/snapshots/${snapshot}`,
    `/v1/images/${image}`,
    `/v1/external-subnets/${subnet}`,
    `/v1/floating-ips/${address}`,
    `/v1/instances/${instance}`,
  ]) {
    const { time_created, time_modified } = await ask('GET', path)
    expect([path, time_modified]).toEqual([path, time_created])
  }
})

test('what a user changes is a modification', async () => {
  const instance = await makeInstance()
  const before = await ask('GET', `/v1/instances/${instance}`)
  const size = { ncpus: 2, memory: GiB, boot_disk: null, auto_restart_policy: null, cpu_platform: null }
  await ask('PUT', `/v1/instances/${instance}`, { ...size, enable_jumbo_frames: false })
  const after = await ask('GET', `/v1/instances/${instance}`)
  expect(after.time_modified > before.time_modified).toBe(true)
})

import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
let count = 0

/** A stopped instance with a boot disk, in a project of its own. */
async function made() {
  const project = `p-${count++}`
  await world.ask('POST', '/v1/projects', { name: project, description: '' })
  const boot_disk = { type: 'create', name: 'boot', description: '', size: GiB, disk_backend: blank }
  const body = {
    name: 'web',
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: GiB,
    start: false,
    boot_disk,
  }
  const { id } = (await world.ask('POST', `/v1/instances?project=${project}`, body)).body
  await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'stopped')
  const disk = (await world.ask('GET', `/v1/disks/boot?project=${project}`)).body.id as string
  return { project, id: id as string, disk }
}
const switchOf = (kind: 'instances' | 'disks', id: string, action: 'protect' | 'unprotect') =>
  world.ask('POST', `/experimental/v1/${kind}/${id}/${action}`)
const INSTANCE = 'instance "web" is protected from deletion; turn its deletion protection off first'
const DISK = 'disk "boot" is protected from deletion; turn its deletion protection off first'
const HELD = 'disk "boot" is attached to an instance that is protected from deletion'

test('a protected instance is deleted only after its protection is lifted', async () => {
  const { id } = await made()
  expect(await switchOf('instances', id, 'protect')).toMatchObject({
    status: 200,
    body: { deletion_protected: true },
  })
  expect((await switchOf('instances', id, 'protect')).status).toBe(200)
  expect(await world.ask('DELETE', `/v1/instances/${id}`)).toMatchObject({
    status: 400,
    body: { message: INSTANCE },
  })
  const plan = (await world.ask('GET', `/experimental/v1/instances/${id}/deletion-plan`)).body
  expect(plan.blocked).toBe(INSTANCE)
  expect((await world.ask('POST', `/v1/instances/${id}/start`)).status).toBe(202)
  expect((await world.ask('POST', `/v1/instances/${id}/stop`)).status).toBe(202)
  await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'stopped')
  expect((await switchOf('instances', id, 'unprotect')).body.deletion_protected).toBe(false)
  expect((await world.ask('DELETE', `/v1/instances/${id}`)).status).toBe(204)
})

test('a protected disk is not deleted, neither alone nor with its instance', async () => {
  const { id, disk } = await made()
  await switchOf('disks', disk, 'protect')
  const plan = (await world.ask('GET', `/experimental/v1/instances/${id}/deletion-plan`)).body
  expect(plan.keeps.disks).toMatchObject([{ id: disk, delete_blocked: DISK }])
  const summary = await world.ask('POST', '/experimental/v1/instances-deletion-summary', { instances: [id] })
  expect(summary.body.blocked).toEqual({ disks: 1, instances: 1 })
  expect(await world.ask('DELETE', `/v1/instances/${id}?delete_disks=${disk}`)).toMatchObject({ status: 400 })
  expect((await world.ask('DELETE', `/v1/instances/${id}`)).status).toBe(204)
  expect(await world.ask('DELETE', `/v1/disks/${disk}`)).toMatchObject({
    status: 400,
    body: { message: DISK },
  })
  await switchOf('disks', disk, 'unprotect')
  expect((await world.ask('DELETE', `/v1/disks/${disk}`)).status).toBe(204)
})

test('a project with a protected instance stays, and neither the instance is stopped nor its disk deleted', async () => {
  const { project, id, disk } = await made()
  await world.ask('POST', `/v1/instances/${id}/start`)
  await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'running')
  await switchOf('instances', id, 'protect')
  const plan = (await world.ask('GET', `/experimental/v1/projects/${project}/deletion-plan`)).body
  expect(plan.blocked).toBe(2)
  const path = `/experimental/v1/projects/${project}/delete-with-contents`
  const job = (await world.ask('POST', path, { name: project })).body.id
  await world.until(`/experimental/v1/bulk-jobs/${job}`, ({ time_completed }) => time_completed !== null)
  const { items } = (await world.ask('GET', `/experimental/v1/bulk-jobs/${job}/items`)).body
  const problems = new Map(items.map((item: { id: string; message: string }) => [item.id, item.message]))
  expect(problems.get(id)).toBe(INSTANCE)
  expect(problems.get(disk)).not.toBeNull()
  const first = plan.contents.flatMap((kind: { first: { problem: string | null }[] }) => kind.first)
  expect(first.map(({ problem }: { problem: string | null }) => problem)).toEqual(
    expect.arrayContaining([INSTANCE, HELD]),
  )
  expect((await world.ask('GET', `/v1/instances/${id}`)).body.run_state).toBe('running')
})

test('a bulk deletion names protected resources, and a retry helps only after the protection is lifted', async () => {
  const { id, disk } = await made()
  await switchOf('instances', id, 'protect')
  await switchOf('disks', disk, 'protect')
  const run = async (operation: string, target: string) => {
    const job = (await world.ask('POST', '/experimental/v1/bulk-jobs', { operation, ids: [target] })).body.id
    await world.until(`/experimental/v1/bulk-jobs/${job}`, ({ time_completed }) => time_completed !== null)
    return (await world.ask('GET', `/experimental/v1/bulk-jobs/${job}/items`)).body.items[0]
  }
  expect(await run('instance_delete', id)).toMatchObject({
    state: 'failed',
    message: INSTANCE,
    again: 'refused',
  })
  expect(await run('disk_delete', disk)).toMatchObject({ state: 'failed', message: DISK, again: 'refused' })
})

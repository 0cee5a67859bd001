import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

const clock = manualClock()
let world: World
let id = ''
let project = ''
beforeAll(async () => {
  world = await openWorld({ clock })
  project = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  id = (await world.ask('POST', '/v1/instances?project=shop', body)).body.id
  const state = async () => (await world.ask('GET', `/v1/instances/${id}`)).body.run_state
  for (let tries = 0; (await state()) !== 'running' && tries < 3_000; tries++) await pass(1)
})
afterAll(async () => {
  // Lets the driver finish its pending work.
  await pass(20)
  await world.close()
})

/** An open console; `reason` says why it ended, or null. */
async function open(cookie: string) {
  const url = `http://test/v1/instances/${id}/serial-console/stream`
  const connection = await world.controlPlane.openSerial(new Request(url, { headers: { cookie } }))
  let reason: string | null = null
  void connection.closed.then((why) => (reason = why))
  return { close: () => connection.close(), reason: () => reason }
}
async function pass(seconds: number): Promise<void> {
  for (let at = 0; at < seconds; at++) {
    await clock.advance(1_000)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

test('a console stays open while its user has permission', async () => {
  const console = await open(await world.signIn('admin', 'secret'))
  await pass(40)
  expect(console.reason()).toBeNull()
  console.close()
})

test('a console ends with the session that opened it', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const console = await open(cookie)
  await world.ask('POST', '/v1/logout', undefined, cookie)
  await expect
    .poll(async () => {
      await pass(1)
      return console.reason()
    })
    .toBe('client')
})

test('a console ends when its user loses the role', async () => {
  const user = await addUser(world.services, 'main', 'worker', {
    projects: { [project]: 'limited_collaborator' },
  })
  const console = await open(await world.signIn('worker', 'worker'))
  await pass(15)
  expect(console.reason()).toBeNull()
  await world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  await expect
    .poll(async () => {
      await pass(1)
      return console.reason()
    })
    .toBe('client')
})

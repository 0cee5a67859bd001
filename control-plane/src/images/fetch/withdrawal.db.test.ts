import { LIMITS } from '@granary/domain/limits.ts'
import { MiB } from '@granary/domain/sizes.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bearer, grantToken } from '../../../test/devices.ts'
import { fakeWeb } from '../../../test/image-files.ts'
import { addUser } from '../../../test/people.ts'
import { openWorld, type World } from '../../../test/world.ts'

const FETCHES = '/experimental/v1/image-fetches'
const SESSIONS = '/experimental/v1/me/sessions'
const URL = 'https://images.example/debian.img'
const REFUSED = {
  state: 'failed',
  error_code: 'Unauthorized',
  message: 'the session or access token that began this was withdrawn; retry it if you still want it',
  image_id: null,
}
let world: World
let web: ReturnType<typeof fakeWeb>
let ada: string
beforeEach(async () => {
  world = await openWorld({ started: false })
  web = fakeWeb()
  web.sites.set(URL, new Uint8Array(2 * MiB).fill(7))
  world.services.imageFiles = web
  world.services.settings = { ...world.services.settings, fetchesImages: true }
  await world.controlPlane.start()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  ada = await addUser(world.services, 'main', 'ada', { silo: 'admin' })
})
afterEach(() => world.close())

const signIn = () => world.signIn('ada', 'ada')
let count = 0
/** Begins a fetch whose download stands still half way. */
async function begin(cookie: string, headers = {}): Promise<string> {
  web.holds = true
  const body = { name: `image-${count++}`, description: '', os: 'Debian', version: '13', url: URL }
  const { status, body: fetch } = await world.ask('POST', `${FETCHES}?project=shop`, body, cookie, headers)
  expect(status).toBe(201)
  await world.until(`${FETCHES}/${fetch.id}`, ({ bytes_done }) => bytes_done > 0)
  return fetch.id
}
const over = (id: string) => world.until(`${FETCHES}/${id}`, ({ time_completed }) => time_completed !== null)

test('ends the fetches of a user whom an admin signs out', async () => {
  const id = await begin(await signIn())
  expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  expect(await over(id)).toMatchObject(REFUSED)
  expect(await web.list()).toEqual([])
})

test('ends the fetches of an ended session only, and lets the user retry', async () => {
  const [here, there] = [await signIn(), await signIn()]
  const [stolen, own] = [await begin(there), await begin(here)]
  expect((await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)).status).toBe(204)
  expect(await over(stolen)).toMatchObject(REFUSED)
  expect((await world.ask('GET', `${FETCHES}/${own}`)).body.state).toBe('downloading')
  expect((await world.ask('POST', `${FETCHES}/${stolen}/retry`, undefined, here)).status).toBe(202)
  // The fetch belongs to the session that retries it now.
  expect((await world.ask('POST', `${SESSIONS}/end-others`, undefined, here)).status).toBe(204)
  web.holds = false
  for (const id of [stolen, own])
    expect(await over(id)).toMatchObject({ state: 'succeeded', error_code: null, message: null })
})

test('ends the fetches of a deleted access token, and none after a sign-out', async () => {
  const here = await signIn()
  const own = await begin(here)
  const ofToken = await begin('', bearer(await grantToken(world, here)))
  const [{ id }] = (await world.ask('GET', '/v1/me/access-tokens', undefined, here)).body.items
  expect((await world.ask('DELETE', `/v1/me/access-tokens/${id}`, undefined, here)).status).toBe(204)
  expect(await over(ofToken)).toMatchObject(REFUSED)
  expect((await world.ask('POST', '/v1/logout', undefined, here)).status).toBe(204)
  web.holds = false
  expect(await over(own)).toMatchObject({ state: 'succeeded' })
})

test('makes no image when the session is withdrawn after the last byte was written', async () => {
  const { compute } = world.services
  const createImage = compute.createImage.bind(compute)
  compute.createImage = async (image) => {
    await createImage(image)
    expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  }
  const id = await begin(await signIn())
  web.holds = false
  expect(await over(id)).toMatchObject(REFUSED)
  expect((await world.ask('GET', '/v1/images?project=shop')).body.items).toEqual([])
})

test('the end of a fetch deletes those of its user that ended before the newest ones', async () => {
  const { db } = world.services
  const id = await begin(await signIn())
  const { max } = LIMITS.endedFetches
  const row = await db.selectFrom('image_fetch').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ended = Array.from({ length: max + 20 }, (_, at) => ({
    ...row,
    id: crypto.randomUUID() as string,
    state: 'failed' as const,
    time_completed: new Date(Date.parse(row.time_created) - (max + 20 - at) * 60_000).toISOString(),
  }))
  const others = { ...ended[0]!, id: crypto.randomUUID(), user_id: crypto.randomUUID() }
  await db
    .insertInto('image_fetch')
    .values([...ended, others])
    .execute()
  const left = async () => (await db.selectFrom('image_fetch').select('id').execute()).map((one) => one.id)
  for (let count = 0; count < 2; count++) {
    if (count > 0) await world.ask('POST', `${FETCHES}/${id}/retry`, undefined, await signIn())
    expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
    await over(id)
    // Ten at a time, because there may be many from before the limit.
    expect(await left()).toHaveLength(max + 12 - count * 10)
  }
  await world.ask('POST', `${FETCHES}/${id}/retry`, undefined, await signIn())
  expect((await world.ask('POST', `/v1/users/${ada}/logout`)).status).toBe(204)
  await over(id)
  expect((await left()).toSorted()).toEqual(
    [id, others.id, ...ended.slice(21).map((one) => one.id)].toSorted(),
  )
})

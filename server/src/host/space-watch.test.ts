import { expect, test, vi } from 'vitest'
import { PASSWORD, runServer } from '../../test/server.ts'
import { spaceAbove, watchSpace } from './space-watch.ts'

test('looks once a second, and notices by itself when space is free again', async () => {
  let time = 0
  let free = 100
  const freeSpace = vi.fn(async () => free)
  const isShort = watchSpace(freeSpace, 50, () => time)
  expect(await isShort()).toBe(false)
  free = 10
  expect(await isShort()).toBe(false)
  time = 1_000
  expect([await isShort(), await isShort()]).toEqual([true, true])
  expect(freeSpace).toHaveBeenCalledTimes(2)
  free = 50
  time = 2_000
  expect(await isShort()).toBe(false)
})

test('a folder that cannot be looked at does not stop writes', async () => {
  expect(await watchSpace(() => Promise.reject(new Error('gone')), 50)()).toBe(false)
})

test('below the floor the server signs people in, but stores nothing new and is not ready', async () => {
  // No disk has a petabyte to spare.
  const server = await runServer(['--min-free-space', String(2 ** 30)])
  const ready = await server.get('/readyz')
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'the disk of the data folder is almost full' },
  ])
  expect((await server.get('/healthz')).status).toBe(200)
  const body = { username: 'admin', password: PASSWORD }
  expect((await server.send('POST', '/v1/login/main/local', body)).status).toBe(204)
  const cookie = await server.signIn()
  const refused = await server.send('POST', '/v1/projects', { name: 'shop', description: '' }, { cookie })
  expect(refused.status).toBe(507)
  expect(((await refused.json()) as { message: string }).message).toContain('short of disk space')
  expect((await server.get('/v1/projects', { cookie })).status).toBe(200)
})

test('looks at each question whether bytes can be stored above the floor', async () => {
  let free = 100
  const hasSpaceFor = spaceAbove(async () => free, 50)
  expect([await hasSpaceFor(50), await hasSpaceFor(51)]).toEqual([true, false])
  free = 99
  expect(await hasSpaceFor(50)).toBe(false)
  expect(await spaceAbove(() => Promise.reject(new Error('gone')), 50)(1)).toBe(true)
})

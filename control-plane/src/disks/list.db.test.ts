import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await create('spread', { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } })
  await create('near', { type: 'local' })
})
afterAll(() => world.close())

async function create(name: string, disk_backend: object) {
  const body = { name, description: '', size: GiB, disk_backend }
  expect((await world.ask('POST', '/v1/disks?project=shop', body)).status).toBe(201)
}
const names = async (query: string) => {
  const { body } = await world.ask('GET', `/v1/disks?project=shop${query}`)
  return body.items.map(({ name }: { name: string }) => name)
}

test('narrows the list to types and states', async () => {
  expect(await names('')).toEqual(['near', 'spread'])
  expect(await names('&filter=type:local')).toEqual(['near'])
  expect(await names('&filter=type:local,distributed')).toEqual(['near', 'spread'])
  expect(await names('&filter=type:distributed+state:creating')).toEqual(['spread'])
  expect(await names('&filter=type:distributed+state:attached')).toEqual([])
})

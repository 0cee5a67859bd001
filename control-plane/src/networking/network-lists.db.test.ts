import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
const DOORS = ['front', 'back', 'side']
beforeAll(async () => {
  net = await openNetworks()
  await net.start()
  for (const name of DOORS) await reserve(name)
  for (const name of ['prod', 'stage']) expect((await net.makeVpc(name)).status).toBe(201)
})
afterAll(() => net.world.close())

async function reserve(name: string) {
  const pool = { type: 'auto', ip_version: 'v4' }
  const body = { name, description: '', address_allocator: { type: 'auto', pool_selector: pool } }
  expect((await net.ask('POST', `/v1/floating-ips?project=${net.project()}`, body)).status).toBe(201)
}

type Page = { items: { name: string }[]; total?: { count: number; is_capped: boolean } }
const read = async (list: string, query: string): Promise<Page> =>
  (await net.ask('GET', `/v1/${list}?project=${net.project()}&${query}`)).body
const names = async (list: string, query: string) => (await read(list, query)).items.map(({ name }) => name)

test('sorts, narrows and counts floating IPs, without the other addresses of the project', async () => {
  expect(await names('floating-ips', '')).toEqual(['back', 'front', 'side'])
  expect(await names('floating-ips', 'sort_by=name_descending')).toEqual(['side', 'front', 'back'])
  expect(await names('floating-ips', 'created_order=ascending')).toHaveLength(3)
  expect(await names('floating-ips', 'name_contains=RON')).toEqual(['front'])
  expect((await read('floating-ips', 'include_total=true&limit=1')).total).toEqual({
    count: 3,
    is_capped: false,
  })
  expect((await read('floating-ips', '')).total).toBeUndefined()
})

test('sorts, narrows and counts VPCs', async () => {
  expect(await names('vpcs', 'sort_by=name_descending')).toEqual(['stage', 'prod', 'default'])
  expect(await names('vpcs', 'name_contains=o')).toEqual(['prod'])
  expect((await read('vpcs', 'include_total=true&name_contains=a')).total).toEqual({
    count: 2,
    is_capped: false,
  })
})

test('counts both for the sidebar of the project', async () => {
  const { body } = await net.ask('GET', `/experimental/v1/projects/${net.project()}/counts`)
  expect(body).toMatchObject({ vpcs: { count: 3 }, floating_ips: { count: 3 } })
})

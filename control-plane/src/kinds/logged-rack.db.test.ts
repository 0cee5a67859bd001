import { afterAll, beforeAll, test } from 'vitest'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { named, openLogged, requestsTo } from '../../test/logged-world.ts'
import type { World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
const { ask, get, db } = requestsTo(() => world)
beforeAll(async () => {
  world = await openLogged()
})
afterAll(() => world.close())

test('an address lot, its block and a loopback address from it', async () => {
  const at = '/v1/system/networking'
  await refreshInventory(world.services)
  const rack = (await get('/v1/system/hardware/racks')).items[0].id
  const range = { first_address: '192.0.2.1', last_address: '192.0.2.9' }
  const answer = await ask('POST', `${at}/address-lot`, { ...named('infra'), kind: 'infra', blocks: [range] })
  const created = answer.body
  const readLot = async () => (await get(`${at}/address-lot/infra`)).lot
  const lot = { kind: 'address-lot', id: created.lot.id, read: readLot }
  const readBlock = async () => (await get(`${at}/address-lot/infra/blocks`)).items[0]
  const block = { kind: 'address-lot-block', id: created.blocks[0].id, read: readBlock }
  await expectLogged(world, lot, 'created', answer)
  await expectLogged(world, block, 'created', answer)
  const place = { rack_id: rack, switch_slot: 'switch0', address: '192.0.2.1' }
  const body = { ...place, mask: 32, address_lot: 'infra', anycast: false }
  const added = await ask('POST', `${at}/loopback-address`, body)
  const readLoopback = async () => (await get(`${at}/loopback-address`)).items[0]
  const loopback = { kind: 'loopback-address', id: added.body.id, read: readLoopback }
  await expectLogged(world, loopback, 'created', added)
  const before = { loopback: await readLoopback(), block: await readBlock(), lot: await readLot() }
  const removed = await ask('DELETE', `${at}/loopback-address/${rack}/switch0/192.0.2.1/32`)
  await expectRemoved(world, loopback, before.loopback, removed)
  const deleted = await ask('DELETE', `${at}/address-lot/infra`)
  await expectRemoved(world, block, before.block, deleted)
  await expectRemoved(world, lot, before.lot, deleted)
})

test('an announce set, its announcement and a BGP configuration', async () => {
  const at = '/v1/system/networking'
  const range = { first_address: '198.51.100.0', last_address: '198.51.100.9' }
  await ask('POST', `${at}/address-lot`, { ...named('announced'), kind: 'pool', blocks: [range] })
  const networks = [{ address_lot_block: 'announced', network: '198.51.100.0/30' }]
  const put = await ask('PUT', `${at}/bgp-announce-set`, { ...named('set'), announcement: networks })
  const setId = put.body.id
  const readSet = async () => (await get(`${at}/bgp-announce-set`))[0]
  const set = { kind: 'bgp-announce-set', id: setId, read: readSet }
  await expectLogged(world, set, 'created', put)
  const { id } = await db().selectFrom('bgp_announcement').select('id').executeTakeFirstOrThrow()
  const readAnnouncement = async () => (await get(`${at}/bgp-announce-set/set/announcement`))[0]
  const announcement = { kind: 'bgp-announcement', id, read: readAnnouncement }
  await expectLogged(world, announcement, 'created', put)
  const body = { ...named('border'), asn: 65_000, bgp_announce_set_id: 'set' }
  const created = await ask('POST', `${at}/bgp`, body)
  const readConfig = async () => (await get(`${at}/bgp`)).items[0]
  const config = { kind: 'bgp-config', id: created.body.id, read: readConfig }
  await expectLogged(world, config, 'created', created)
  const updated = await ask('PUT', `${at}/bgp?name_or_id=border`, { max_paths: 2 })
  await expectLogged(world, config, 'updated', updated)
  const before = { config: await readConfig(), announcement: await readAnnouncement(), set: await readSet() }
  await expectRemoved(world, config, before.config, await ask('DELETE', `${at}/bgp?name_or_id=border`))
  const deleted = await ask('DELETE', `${at}/bgp-announce-set/set`)
  await expectRemoved(world, announcement, before.announcement, deleted)
  await expectRemoved(world, set, before.set, deleted)
})

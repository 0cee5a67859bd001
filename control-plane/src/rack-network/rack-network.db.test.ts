import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let rack: string
let count = 0
beforeAll(async () => {
  world = await openWorld({ started: false })
  await refreshInventory(world.services)
  rack = (await ask('GET', '/v1/system/hardware/racks')).body.items[0].id
})
afterAll(() => world.close())

const AT = '/v1/system/networking'
const LOTS = `${AT}/address-lot`
const LOOPBACKS = `${AT}/loopback-address`
const SETS = `${AT}/bgp-announce-set`
const ask = (method: string, path: string, body?: unknown) => world.ask(method, path, body)
type Answer = Awaited<ReturnType<typeof ask>>
const text = ({ status, body }: Answer) => [status, body?.message]
const refusal = ({ status, body }: Answer) => [status, body.message, body.problems[0]?.path]
const named = (prefix: string) => ({ name: `${prefix}-${count++}`, description: 'for tests' })

/** Creates an address lot with one block in a network of its own. @returns its name, its ID and its block. */
async function lot(octet: number) {
  const [first, last] = [`10.${octet}.0.0`, `10.${octet}.0.255`]
  const { status, body } = await ask('POST', LOTS, {
    ...named('lot'),
    kind: 'infra',
    blocks: [{ first_address: first, last_address: last }],
  })
  expect(status).toBe(201)
  return { name: body.lot.name as string, id: body.lot.id as string, block: body.blocks[0].id as string }
}
/** Creates an announce set. @returns its name. */
async function announceSet(announcement: object[] = []): Promise<string> {
  const body = { ...named('set'), announcement }
  expect((await ask('PUT', SETS, body)).status).toBe(200)
  return body.name
}

describe('an address lot', () => {
  test('is created, found by name and ID, and deleted with its blocks', async () => {
    const body = {
      ...named('lot'),
      kind: 'pool',
      blocks: [
        { first_address: 'fd00:1::1', last_address: 'fd00:1::ff' },
        { first_address: '10.1.0.1', last_address: '10.1.0.1' },
      ],
    }
    const created = await ask('POST', LOTS, body)
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      lot: { name: body.name, description: 'for tests', kind: 'pool' },
      blocks: [body.blocks[1], body.blocks[0]],
    })
    for (const by of [body.name, created.body.lot.id])
      expect((await ask('GET', `${LOTS}/${by}`)).body).toEqual(created.body)
    const listed = (await ask('GET', LOTS)).body.items
    expect(listed).toContainEqual(created.body.lot)
    const blocks = await ask('GET', `${LOTS}/${body.name}/blocks?limit=1`)
    const next = await ask('GET', `${LOTS}/${body.name}/blocks?page_token=${blocks.body.next_page}`)
    expect(new Set([...blocks.body.items, ...next.body.items])).toEqual(new Set(created.body.blocks))
    expect((await ask('DELETE', `${LOTS}/${body.name}`)).status).toBe(204)
    expect((await ask('GET', `${LOTS}/${body.name}`)).status).toBe(404)
    // Its addresses are free for another lot.
    expect((await ask('POST', LOTS, body)).status).toBe(201)
  })

  test.each([
    [[], 'blocks', undefined],
    [[['10.2.0.9', '10.2.0.1']], 'blocks[0].last_address', /must not be above/],
    [[['10.2.0.1', 'fd00::1']], 'blocks[0].last_address', /one family/],
    [[['10.2.0', '10.2.0.1']], 'blocks[0].first_address', /Not a valid IP address/],
    [
      [
        ['10.2.0.1', '10.2.0.9'],
        ['10.2.0.9', '10.2.0.20'],
      ],
      'blocks[1].first_address',
      /must not overlap/,
    ],
  ])('with the blocks %j is refused', async (blocks, path, message) => {
    const answer = await ask('POST', LOTS, {
      ...named('lot'),
      kind: 'infra',
      blocks: blocks.map(([first_address, last_address]) => ({ first_address, last_address })),
    })
    expect([answer.status, answer.body.problems[0].path]).toEqual([400, path])
    if (message) expect(answer.body.message).toMatch(message)
  })

  test('takes neither the name nor an address of another', async () => {
    const { name } = await lot(3)
    const other = { ...named('lot'), kind: 'infra' }
    const blocks = [{ first_address: '10.3.0.255', last_address: '10.3.1.0' }]
    expect(refusal(await ask('POST', LOTS, { ...other, blocks }))).toEqual([
      400,
      `block overlaps with 10.3.0.0-10.3.0.255 of the address lot "${name}"`,
      'blocks[0].first_address',
    ])
    const free = [{ first_address: '10.3.9.0', last_address: '10.3.9.0' }]
    expect(refusal(await ask('POST', LOTS, { ...other, name, blocks: free }))).toEqual([
      400,
      `already exists: address-lot "${name}"`,
      'name',
    ])
  })

  test('stays while one of its addresses is used', async () => {
    const { name } = await lot(4)
    const body = { address: '10.4.0.1', mask: 32, address_lot: name, anycast: false, rack_id: rack }
    await ask('POST', LOOPBACKS, { ...body, switch_slot: 'switch0' })
    expect(text(await ask('DELETE', `${LOTS}/${name}`))).toEqual([400, 'lot is in use'])
    await ask('DELETE', `${LOOPBACKS}/${rack}/switch0/10.4.0.1/32`)
    const set = await announceSet([{ address_lot_block: name, network: '10.4.0.0/28' }])
    expect(text(await ask('DELETE', `${LOTS}/${name}`))).toEqual([400, 'lot is in use'])
    await ask('DELETE', `${SETS}/${set}`)
    expect((await ask('DELETE', `${LOTS}/${name}`)).status).toBe(204)
  })
})

describe('a loopback address', () => {
  const create = (lotName: string, address: string, more: object = {}) =>
    ask('POST', LOOPBACKS, {
      address,
      mask: 32,
      address_lot: lotName,
      anycast: false,
      rack_id: rack,
      switch_slot: 'switch0',
      ...more,
    })

  test('is created, listed and deleted', async () => {
    const { name, block } = await lot(5)
    const created = await create(name, '10.5.0.1', { mask: 24 })
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: created.body.id,
        address: '10.5.0.1/24',
        address_lot_block_id: block,
        rack_id: rack,
        switch_slot: 'switch0',
      },
    ])
    const list = async () => (await ask('GET', LOOPBACKS)).body.items
    expect(await list()).toContainEqual(created.body)
    const at = `${LOOPBACKS}/${rack}/switch0/10.5.0.1`
    expect((await ask('DELETE', `${at}/32`)).status).toBe(404)
    expect((await ask('DELETE', `${at}/24`)).status).toBe(204)
    expect((await ask('DELETE', `${at}/24`)).status).toBe(404)
    expect(await list()).not.toContainEqual(created.body)
    expect((await create(name, '10.5.0.1')).status).toBe(201)
  })

  test('of IPv6 is deleted by any form of its address and of the ID of the rack', async () => {
    const name = `lot-${count++}`
    const blocks = [{ first_address: 'fd00:5::', last_address: 'fd00:5::ff' }]
    await ask('POST', LOTS, { name, description: '', kind: 'infra', blocks })
    expect((await create(name, 'FD00:5:0::1', { mask: 128 })).body.address).toBe('fd00:5::1/128')
    const at = `${LOOPBACKS}/${rack.toUpperCase()}/switch0/${encodeURIComponent('fd00:5:0:0::1')}/128`
    expect((await ask('DELETE', at)).status).toBe(204)
  })

  test('is taken from its lot only, and once', async () => {
    const { name } = await lot(6)
    expect(refusal(await create(name, '10.7.0.1'))).toEqual([400, 'address not in lot', 'address'])
    expect((await create(name, '10.6.0.1')).status).toBe(201)
    const unavailable = [400, 'address unavailable', 'address']
    expect(refusal(await create(name, '10.6.0.1'))).toEqual(unavailable)
    expect(refusal(await create(name, '10.6.0.1', { switch_slot: 'switch1' }))).toEqual(unavailable)
    expect(refusal(await create(name, '10.6.0.1', { switch_slot: 'switch1', anycast: true }))).toEqual(
      unavailable,
    )
  })

  test('is shared by switches if it is anycast on all of them', async () => {
    const { name } = await lot(8)
    const anycast = (switch_slot: string) => create(name, '10.8.0.1', { switch_slot, anycast: true })
    expect((await anycast('switch0')).status).toBe(201)
    expect((await anycast('switch1')).status).toBe(201)
    expect(text(await anycast('switch1'))).toEqual([400, 'address unavailable'])
    // The address stays taken until the last switch returns it.
    await ask('DELETE', `${LOOPBACKS}/${rack}/switch0/10.8.0.1/32`)
    expect(text(await create(name, '10.8.0.1'))).toEqual([400, 'address unavailable'])
    await ask('DELETE', `${LOOPBACKS}/${rack}/switch1/10.8.0.1/32`)
    expect((await create(name, '10.8.0.1')).status).toBe(201)
  })

  test('names what is wrong with a request', async () => {
    const { name } = await lot(9)
    expect(refusal(await create(name, '10.9.0.1', { mask: 33 }))).toEqual([
      400,
      'Max width for IPv4 is 32',
      'mask',
    ])
    expect(refusal(await create(name, '::ffff:10.9.0.1', { mask: 128 }))).toEqual([
      400,
      'unable to parse JSON body: address: IPv4 addresses inside IPv6 are not allowed: write them as IPv4',
      'address',
    ])
    expect(refusal(await create(name, 'fe80::1%eth0', { mask: 128 }))).toEqual([
      400,
      'unable to parse JSON body: address: An address with a zone (the part after "%") is not allowed',
      'address',
    ])
    expect(refusal(await create(name, '10.9.0.1', { mask: 0 }))).toEqual([
      400,
      'Min width for IPv4 is 1',
      'mask',
    ])
    expect(refusal(await create('none', '10.9.0.1'))).toEqual([
      404,
      'not found: address-lot with name "none"',
      'address_lot',
    ])
    const unknown = crypto.randomUUID()
    expect(refusal(await create(name, '10.9.0.1', { rack_id: unknown }))).toEqual([
      404,
      `not found: rack with id "${unknown}"`,
      'rack_id',
    ])
  })
})

describe('an announce set', () => {
  const announcements = async (set: string) => (await ask('GET', `${SETS}/${set}/announcement`)).body

  test('is created, replaced and deleted', async () => {
    const { name, id, block } = await lot(10)
    const set = named('set')
    const put = (...announcement: object[]) => ask('PUT', SETS, { ...set, announcement })
    const created = await put(
      { address_lot_block: name, network: '10.10.0.129/25' },
      { address_lot_block: block, network: '10.10.0.0/28' },
    )
    expect([created.status, created.body.name]).toEqual([200, set.name])
    const shown = (network: string) => ({
      announce_set_id: created.body.id,
      address_lot_block_id: block,
      network,
    })
    expect(await announcements(set.name)).toEqual([shown('10.10.0.0/28'), shown('10.10.0.128/25')])
    set.description = 'replaced'
    const replaced = await put({ address_lot_block: id, network: '10.10.0.64/28' })
    expect(replaced.body).toMatchObject({ id: created.body.id, description: 'replaced' })
    expect(await announcements(created.body.id)).toEqual([shown('10.10.0.64/28')])
    expect((await ask('GET', SETS)).body).toContainEqual(replaced.body)
    expect((await ask('DELETE', `${SETS}/${set.name}`)).status).toBe(204)
    expect((await ask('GET', `${SETS}/${set.name}/announcement`)).status).toBe(404)
  })

  test('is refused as a whole, and the previous networks stay', async () => {
    const { name } = await lot(11)
    const set = await announceSet([{ address_lot_block: name, network: '10.11.0.0/28' }])
    const put = (...announcement: object[]) => ask('PUT', SETS, { name: set, description: '', announcement })
    const inside = { address_lot_block: name, network: '10.11.0.16/28' }
    expect(refusal(await put(inside, { ...inside, network: '10.11.0.0/23' }))).toEqual([
      400,
      'network 10.11.0.0/23 is not in the address lot block',
      'announcement[1].network',
    ])
    expect(refusal(await put(inside, { ...inside, network: '10.11.0.17/28' }))).toEqual([
      400,
      'network 10.11.0.16/28 is listed more than once',
      'announcement[1].network',
    ])
    expect(refusal(await put(inside, { ...inside, network: '::ffff:10.11.0.0/124' }))).toEqual([
      400,
      'unable to parse JSON body: announcement.1.network: IPv4 addresses inside IPv6 are not allowed: write them as IPv4',
      'announcement[1].network',
    ])
    expect(refusal(await put({ ...inside, address_lot_block: 'none' }))).toEqual([
      404,
      'not found: address-lot-block with name "none"',
      'announcement[0].address_lot_block',
    ])
    expect(await announcements(set)).toMatchObject([{ network: '10.11.0.0/28' }])
  })

  test('is listed in order, up to a limit', async () => {
    await announceSet()
    await announceSet()
    const names = (answer: Answer) => answer.body.map((set: { name: string }) => set.name)
    const all = names(await ask('GET', SETS))
    expect(all).toEqual(all.toSorted())
    expect(names(await ask('GET', `${SETS}?limit=1&sort_by=name_descending`))).toEqual([all.at(-1)])
  })
})

describe('a BGP configuration', () => {
  const CONFIGS = `${AT}/bgp`
  const create = async (asn: number, more: object = {}) =>
    ask('POST', CONFIGS, { ...named('bgp'), asn, bgp_announce_set_id: await announceSet(), ...more })

  test('is created, updated and deleted', async () => {
    const created = await create(4_294_967_295, { vrf: 'storage' })
    expect(created).toMatchObject({
      status: 201,
      body: { asn: 4_294_967_295, max_paths: 1, vrf: 'storage', description: 'for tests' },
    })
    const { id, name } = created.body
    const set = await announceSet()
    const change = { name: `${name}-b`, max_paths: 32, bgp_announce_set_id: set }
    const updated = await ask('PUT', `${CONFIGS}?name_or_id=${name}`, change)
    expect(updated).toMatchObject({
      status: 200,
      body: { id, name: change.name, max_paths: 32, asn: 4_294_967_295, vrf: 'storage' },
    })
    expect((await ask('GET', CONFIGS)).body.items).toContainEqual(updated.body)
    expect(text(await ask('DELETE', `${SETS}/${set}`))).toEqual([
      409,
      `announce set is in use by the BGP configuration "${change.name}"`,
    ])
    expect((await ask('DELETE', `${CONFIGS}?name_or_id=${id}`)).status).toBe(204)
    expect((await ask('DELETE', `${SETS}/${set}`)).status).toBe(204)
  })

  test('stays as it is when an update has no values', async () => {
    const created = (await create(65_004)).body
    const history = async () => (await ask('GET', `/experimental/v1/history/${created.id}`)).body.items.length
    const before = await history()
    for (const change of [{}, { name: null, description: null, max_paths: null, bgp_announce_set_id: null }])
      expect((await ask('PUT', `${CONFIGS}?name_or_id=${created.name}`, change)).body).toEqual(created)
    expect(await history()).toBe(before)
  })

  test('has an ASN of its own', async () => {
    const { name } = (await create(65_001)).body
    expect(refusal(await create(65_001))).toEqual([
      409,
      `the BGP configuration "${name}" has the ASN 65001 already`,
      'asn',
    ])
  })

  test.each([0, 33])('with %i paths is refused', async (max_paths) => {
    expect((await create(65_002, { max_paths })).status).toBe(400)
  })

  test('needs an announce set, and a name to be found', async () => {
    expect(refusal(await create(65_003, { bgp_announce_set_id: 'none' }))).toEqual([
      404,
      'not found: bgp-announce-set with name "none"',
      'bgp_announce_set_id',
    ])
    expect((await ask('DELETE', CONFIGS)).status).toBe(400)
    expect((await ask('DELETE', `${CONFIGS}?name_or_id=none`)).status).toBe(404)
  })
})

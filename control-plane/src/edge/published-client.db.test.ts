import { Api } from '@oxide/api'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createRackNetwork } from '../../test/rack-network.ts'
import { openWorld, type World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
let client: Api['methods']
beforeAll(async () => {
  world = await openWorld({ speed: 1_000, settlingTime: 60_000 })
  await refreshInventory(world.services)
  const { body } = await world.ask('GET', '/v1/system/hardware/racks')
  await createRackNetwork(world, body.items[0].id as string)
  const cookie = await world.signIn('admin', 'secret')
  // The client calls the global function.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookie)
    return world.controlPlane.fetch(new Request(url, { ...init, headers }))
  })
  client = new Api({ host: 'http://test' }).methods
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await world.close()
})

/** Returns the data of an answer. @throws for a refusal. */
async function done<Data>(asked: Promise<{ type: string; data: Data } | { type: string; data?: unknown }>) {
  const answer = await asked
  if (answer.type !== 'success') throw new Error(JSON.stringify(answer.data))
  return answer.data as Data
}

test('the published TypeScript client imports a disk without waiting', async () => {
  await done(client.projectCreate({ body: { name: 'shop', description: '' } }))
  const query = { project: 'shop' }
  const diskSource = { type: 'importing_blocks', blockSize: 512 } as const
  const diskBackend = { type: 'distributed', diskSource } as const
  await done(
    client.diskCreate({ query, body: { name: 'data', description: '', size: 2 ** 30, diskBackend } }),
  )
  const path = { disk: 'data' }
  await done(client.diskBulkWriteImportStart({ path, query }))
  const body = { offset: 0, base64EncodedData: btoa('x'.repeat(512)) }
  await done(client.diskBulkWriteImport({ path, query, body }))
  await done(client.diskBulkWriteImportStop({ path, query }))
  await done(client.diskFinalizeImport({ path, query, body: { snapshotName: 'before' } }))
  const snapshot = await done(client.snapshotView({ path: { snapshot: 'before' }, query }))
  expect(snapshot.state).toBe('ready')
  expect(await world.services.compute.readBlocks(snapshot.diskId, 0, 512)).toEqual(
    new Uint8Array(512).fill('x'.charCodeAt(0)),
  )
  await done(client.snapshotDelete({ path: { snapshot: 'before' }, query }))
  await done(client.diskDelete({ path, query }))
})

test('the published TypeScript client makes a numbered BGP peer, and reads it back', async () => {
  const addr = { type: 'numbered', ip: '192.0.2.200' } as const
  const allow = { type: 'no_filtering' } as const
  const peer = {
    addr,
    bgpConfig: 'border',
    allowedImport: allow,
    allowedExport: allow,
    communities: [],
    connectRetry: 3,
    delayOpen: 3,
    enforceFirstAs: false,
    holdTime: 6,
    idleHoldTime: 3,
    keepalive: 2,
  }
  const body = {
    name: 'edge',
    description: '',
    portConfig: { geometry: 'qsfp28x1' } as const,
    links: [],
    addresses: [],
    bgpPeers: [{ linkName: 'phy0', peers: [peer] }],
  }
  const made = await done(client.networkingSwitchPortSettingsCreate({ body }))
  expect(made.bgpPeers[0]?.addr).toEqual(addr)
  const again = await done(
    client.networkingSwitchPortSettingsCreate({ body: { ...body, description: 'edited' } }),
  )
  expect(again).toMatchObject({ id: made.id, description: 'edited' })
})

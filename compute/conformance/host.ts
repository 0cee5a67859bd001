import { expect } from 'vitest'
import type { DriverTest } from './driver-test.ts'

/** The inventory, and a closed driver. */
export function hostTests(test: DriverTest): void {
  test('reports the same hosts on every call', [], async ({ driver, done }) => {
    const sleds = await done(driver.inventory())
    expect(sleds.length).toBeGreaterThan(0)
    for (const sled of sleds) {
      expect(sled.usableHardwareThreads).toBeGreaterThan(0)
      expect(sled.usablePhysicalRam).toBeGreaterThan(0)
      expect(sled.baseboard.serial).not.toBe('')
      expect(sled.usableStorage ?? 1).toBeGreaterThan(0)
      expect(sled.state).toBe('up')
    }
    expect(sleds.map(({ id }) => id)).toEqual(sleds.map(({ id }) => id).sort())
    expect(await done(driver.inventory())).toEqual(sleds)
  })

  test(
    'reports the same equipment on every call, and only known sleds have unadopted disks',
    [],
    async ({ driver, done }) => {
      const sleds = new Set((await done(driver.inventory())).map(({ id }) => id))
      const equipment = await done(driver.equipment())
      for (const { id, ports } of equipment.switches) {
        expect(id).not.toBe('')
        expect(new Set(ports.map(({ name }) => name)).size).toBe(ports.length)
      }
      for (const { sledId } of equipment.unadoptedDisks) expect(sleds).toContain(sledId)
      expect(await done(driver.equipment())).toEqual(equipment)
    },
  )

  test('reports the routers of every switch, unless it leaves them out', [], async ({ driver, done }) => {
    if (!driver.routing) return
    const places = (all: { rackId: string; slot: string }[]) =>
      new Set(all.map(({ rackId, slot }) => `${rackId}/${slot}`))
    const { switches } = await done(driver.equipment())
    expect(places(await done(driver.routing()))).toEqual(places(switches))
  })

  test('runs the routers that it was given last, unless it leaves them out', [], async ({ driver, done }) => {
    const [first] = (await done(driver.equipment())).switches
    if (!driver.routing || !driver.ensureRouters || !first) return
    const { rackId, slot, ports } = first
    const peer = { port: ports[0]!.name, address: '198.51.100.1', remoteAsn: 65_100 }
    const router = { rackId, slot, asn: 65_000, announced: ['203.0.113.0/24'], peers: [peer] }
    const all = async () => (await done(driver.routing!())).flatMap(({ peers }) => peers)
    await done(driver.ensureRouters([router]))
    const running = await all()
    expect(running).toEqual([
      expect.objectContaining({ localAsn: 65_000, address: '198.51.100.1', remoteAsn: 65_100 }),
    ])
    await done(driver.ensureRouters([router]))
    expect(await all()).toEqual(running)
    await done(driver.ensureRouters([]))
    expect(await all()).toEqual([])
  })

  test('an adopted disk is listed with its sled, once', [], async ({ driver, done }) => {
    for (const { vendor, model, serial, sledId } of (await done(driver.equipment())).unadoptedDisks) {
      await done(driver.adoptDisk({ vendor, model, serial }))
      await done(driver.adoptDisk({ vendor, model, serial }))
      const sled = (await done(driver.inventory())).find(({ id }) => id === sledId)!
      expect(sled.disks.filter((disk) => disk.serial === serial)).toHaveLength(1)
    }
    expect((await done(driver.equipment())).unadoptedDisks).toEqual([])
  })

  test('refuses to adopt a disk that is in no sled', [], async ({ driver, refusal }) => {
    expect(await refusal(driver.adoptDisk({ vendor: 'No', model: 'No', serial: 'No' }))).toBe('not_found')
  })

  test('an added sled is listed, once', [], async ({ driver, done }) => {
    const { uninitializedSleds } = await done(driver.equipment())
    for (const { baseboard, rackId, cubby } of uninitializedSleds) {
      const before = await done(driver.inventory())
      await done(driver.prepareSled(baseboard))
      expect(await done(driver.inventory())).toEqual(before)
      for (let time = 0; time < 2; time++) await done(driver.addSled(baseboard))
      await done(driver.prepareSled(baseboard))
      const after = await done(driver.inventory())
      const added = after.filter((sled) => sled.baseboard.serial === baseboard.serial)
      expect(added).toEqual([expect.objectContaining({ baseboard, rackId, slot: cubby, state: 'up' })])
      expect(after.filter((sled) => !added.includes(sled))).toEqual(before)
      expect(after.map(({ id }) => id)).toEqual(after.map(({ id }) => id).sort())
    }
    expect((await done(driver.equipment())).uninitializedSleds).toEqual([])
  })

  test('refuses to add a sled that is in no rack', [], async ({ driver, refusal }) => {
    const sled = { part: 'No', serial: 'No' }
    expect(await refusal(driver.prepareSled(sled))).toBe('not_found')
    expect(await refusal(driver.addSled(sled))).toBe('not_found')
  })

  test('a closed driver refuses every command', [], async ({ driver, refusal }) => {
    await driver.close()
    await driver.close()
    expect(await refusal(driver.list())).toBe('unreachable')
  })
}

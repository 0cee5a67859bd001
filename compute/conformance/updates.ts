import { expect } from 'vitest'
import type { ComputeDriver } from '../src/driver.ts'
import type { DriverTest } from './driver-test.ts'
import type { Rig } from './rig.ts'

/** Updates of the software of sleds and switches, unless the driver leaves them out. */
export function updateTests(test: DriverTest): void {
  const updating = (
    title: string,
    needs: Parameters<DriverTest>[1],
    run: (rig: Rig, driver: Required<ComputeDriver>) => Promise<void>,
  ) =>
    test(title, needs, async (rig) => {
      expect('components' in rig.driver).toBe('updateComponent' in rig.driver)
      if (rig.driver.updateComponent) await run(rig, rig.driver as Required<ComputeDriver>)
    })

  updating('reports the software of every sled and switch', [], async ({ done }, driver) => {
    const components = await done(driver.components())
    const ids = components.map(({ id }) => id)
    const sleds = await done(driver.inventory())
    const { switches } = await done(driver.equipment())
    expect(ids).toEqual([...sleds, ...switches].map(({ id }) => id).sort())
    expect(await done(driver.components())).toEqual(components)
  })

  updating(
    'updates one component, and succeeds at once when repeated',
    [],
    async ({ done, release }, driver) => {
      const before = await done(driver.components())
      const { id } = before[0]!
      await done(driver.updateComponent(id, release('2.0.0')))
      const after = await done(driver.components())
      expect(after).toEqual(before.map((each) => (each.id === id ? { ...each, version: '2.0.0' } : each)))
      await done(driver.updateComponent(id, release('2.0.0')))
      expect(await done(driver.components())).toEqual(after)
      await done(driver.updateComponent(id, release('3.0.0')))
      expect((await done(driver.components()))[0]!.version).toBe('3.0.0')
    },
  )

  updating('an update survives a crash, and can be repeated', ['reopen'], async (rig, driver) => {
    const { id } = (await rig.done(driver.components()))[0]!
    const lost = driver.updateComponent(id, rig.release('2.0.0')).catch(() => {})
    await rig.pass(100)
    const second = (await rig.reopen()) as Required<ComputeDriver>
    await rig.done(second.updateComponent(id, rig.release('2.0.0')))
    expect((await rig.done(second.components()))[0]!.version).toBe('2.0.0')
    await rig.done(lost)
  })

  updating('refuses to update an unknown component', [], async ({ refusal, release }, driver) => {
    expect(await refusal(driver.updateComponent(crypto.randomUUID(), release('2.0.0')))).toBe('not_found')
  })
}

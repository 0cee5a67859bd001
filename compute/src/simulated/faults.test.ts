import { describe, expect, it } from 'vitest'
import { diskSpec } from '../../conformance/specs.ts'
import { DriverError } from '../driver-error.ts'
import type { MachineReport } from '../machine.ts'
import { openWorld, running } from './testing.ts'

describe('events without a request', () => {
  it('migrates to another sled', async () => {
    const { driver, clock, spec, reports } = await running()
    const sleds = await driver.inventory()
    const from = reports.at(-1)!.sledId
    const target = sleds.find(({ id }) => id !== from)!.id
    await driver.migrate(spec.id, target)
    await clock.advance(4000)
    expect(reports.slice(-2).map(({ state, sledId }) => [state, sledId])).toEqual([
      ['migrating', from],
      ['running', target],
    ])
    expect(reports.at(-1)!.reason).toContain('moves')
    await driver.ensureStopped(spec.id)
    await expect(driver.migrate(spec.id, target)).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('repairs the machine, unless a stop interrupts it', async () => {
    const { driver, clock, spec, seen } = await running()
    await driver.repair(spec.id)
    await clock.advance(1000)
    await driver.ensureStopped(spec.id)
    await clock.advance(60_000)
    expect(seen.slice(-3).map(([, state]) => state)).toEqual(['repairing', 'stopping', 'stopped'])
  })

  it('loses the process, after which a stop takes no time', async () => {
    const { driver, spec, reports } = await running()
    await driver.fail(spec.id, 'the sled lost power')
    expect(reports.at(-1)).toMatchObject({ state: 'failed', reason: 'the sled lost power', sledId: null })
    await driver.ensureStopped(spec.id)
    expect(reports.at(-1)).toMatchObject({ state: 'stopped' })
  })

  it('sends a false report', async () => {
    const { driver, spec, reports, state } = await running()
    const lie: MachineReport = { id: spec.id, state: 'failed', since: new Date(0), sledId: null }
    driver.misreport(lie)
    expect(reports.at(-1)).toEqual(lie)
    expect(await state(spec.id)).toBe('running')
  })

  it('sends nothing to a listener that has unsubscribed', async () => {
    const { driver, spec } = await running()
    const late: MachineReport[] = []
    const leave = driver.subscribe((report) => late.push(report))
    leave()
    await driver.fail(spec.id, 'gone')
    expect(late).toEqual([])
  })
})

describe('faults', () => {
  it('refuses, delays and loses the answers of the named commands', async () => {
    const { clock, open } = openWorld({
      faults: (command, id) => {
        if (command === 'createDisk' && id === 'refused')
          return { refuse: new DriverError('internal', 'no luck') }
        if (command === 'createDisk' && id === 'slow') return { delay: 5000 }
        if (command === 'deleteDisk') return { loseAnswer: true }
        return undefined
      },
    })
    const { driver } = await open()
    await expect(driver.createDisk(diskSpec({ kind: 'blank' }, { id: 'refused' }))).rejects.toMatchObject({
      kind: 'internal',
      retryable: true,
    })
    await expect(driver.readBlocks('refused', 0, 4096)).rejects.toMatchObject({ kind: 'not_found' })
    let done = false
    const slow = driver.createDisk(diskSpec({ kind: 'blank' }, { id: 'slow' })).then(() => (done = true))
    await clock.advance(4999)
    expect(done).toBe(false)
    await clock.advance(1)
    await slow
    await expect(driver.deleteDisk('slow')).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(driver.readBlocks('slow', 0, 4096)).rejects.toMatchObject({
      kind: 'not_found',
      retryable: false,
    })
  })
})

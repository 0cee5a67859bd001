import { describe, expect, it } from 'vitest'
import { diskSpec } from '../../conformance/specs.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'
import { openWorld } from './testing.ts'

describe('snapshots', () => {
  it('keep their content if the store fails between any two steps', async () => {
    for (let failing = 1; failing <= 3; failing++) {
      const store = memoryStore()
      let writes = -Infinity
      const failOnce = async (key: string, value: unknown) => {
        if (++writes === failing) throw new Error('disk full')
        return store.put(key, value)
      }
      const { driver } = await openWorld({ store: { ...store, put: failOnce } }).open()
      const disk = diskSpec({ kind: 'importing' })
      const [before, after] = [1, 2].map((value) => new Uint8Array(4096).fill(value))
      await driver.createDisk(disk)
      await driver.writeBlocks(disk.id, 0, before!)
      writes = 0
      const snapshot = () => driver.snapshotDisk({ id: 's', diskId: disk.id })
      const first = await snapshot().catch((error: unknown) => error)
      expect(first).toMatchObject({ kind: 'internal', message: 'the store failed: Error: disk full' })
      await snapshot()
      await driver.writeBlocks(disk.id, 0, after!)
      await driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId: 's' }, { id: 'copy' }))
      expect(await driver.readBlocks('copy', 0, 4096)).toEqual(before)
      expect(await driver.readBlocks(disk.id, 0, 4096)).toEqual(after)
    }
  })

  it('are durable before they are recorded', async () => {
    const [store, blocks, steps] = [memoryStore(), memoryBlocks(), [] as string[]]
    const put = (key: string, value: unknown) => {
      steps.push(`put ${key}`)
      return store.put(key, value)
    }
    const sync = async (volume: string) => void steps.push(`sync ${volume}`)
    const { driver } = await openWorld({ store: { ...store, put }, blocks: { ...blocks, sync } }).open()
    const disk = diskSpec({ kind: 'importing' })
    await driver.createDisk(disk)
    await driver.writeBlocks(disk.id, 0, new Uint8Array(4096).fill(1))
    expect(steps).not.toContain(`sync ${disk.id}`)
    await driver.snapshotDisk({ id: 's', diskId: disk.id })
    expect(steps).toContain('put snapshot/s')
    expect(steps.indexOf(`sync ${disk.id}`)).toBeGreaterThan(0)
    expect(steps.indexOf(`sync ${disk.id}`)).toBeLessThan(steps.indexOf('put snapshot/s'))
  })

  it('free exactly what nothing else uses', async () => {
    const { open, store } = openWorld()
    const { driver } = await open()
    const disk = diskSpec({ kind: 'importing' })
    await driver.createDisk(disk)
    await driver.writeBlocks(disk.id, 0, new Uint8Array(4096).fill(1))
    await driver.snapshotDisk({ id: 's1', diskId: disk.id })
    await driver.writeBlocks(disk.id, 0, new Uint8Array(4096).fill(2))
    await driver.snapshotDisk({ id: 's2', diskId: disk.id })
    await driver.createDisk(diskSpec({ kind: 'snapshot', snapshotId: 's1' }, { id: 'copy' }))
    await driver.deleteDisk(disk.id)
    await driver.deleteSnapshot('s2')
    await driver.deleteSnapshot('s1')
    expect((await store.list('layer/')).map(({ key }) => key)).toEqual(
      [`layer/${disk.id}`, 'layer/copy'].sort(),
    )
    await driver.deleteDisk('copy')
    expect(await store.list('')).toEqual([])
  })

  it('leave nothing behind if the store fails between any two steps of a deletion', async () => {
    for (const last of ['disk', 'snapshot'] as const)
      for (let failing = 1; failing <= 4; failing++) {
        const store = memoryStore()
        let steps = -Infinity
        const mayFail = async (): Promise<void> => {
          if (++steps === failing) throw new Error('disk full')
        }
        const host = {
          store: { ...store, delete: (key: string) => mayFail().then(() => store.delete(key)) },
        }
        const { driver } = await openWorld(host).open()
        const disk = diskSpec({ kind: 'importing' })
        await driver.createDisk(disk)
        await driver.snapshotDisk({ id: 's', diskId: disk.id })
        const deletions = [() => driver.deleteSnapshot('s'), () => driver.deleteDisk(disk.id)]
        for (const remove of last === 'disk' ? deletions : deletions.toReversed()) {
          steps = 0
          await remove().catch(() => {})
          steps = -Infinity
          await remove()
        }
        expect(await store.list('')).toEqual([])
      }
  })

  it('leave nothing behind if a creation fails between two steps and is never repeated', async () => {
    for (let failing = 1; failing <= 3; failing++) {
      const store = memoryStore()
      let writes = -Infinity
      const failOnce = async (key: string, value: unknown) => {
        if (++writes === failing) throw new Error('disk full')
        return store.put(key, value)
      }
      const { driver } = await openWorld({ store: { ...store, put: failOnce } }).open()
      const disk = diskSpec({ kind: 'importing' })
      await driver.createDisk(disk)
      writes = 0
      await expect(driver.snapshotDisk({ id: 's', diskId: disk.id })).rejects.toThrow('disk full')
      await driver.deleteSnapshot('s')
      await driver.deleteDisk(disk.id)
      expect(await store.list('')).toEqual([])
    }
  })

  it('leave nothing behind of a disk whose creation fails and is never repeated', async () => {
    const store = memoryStore()
    const put = async (key: string, value: unknown) => {
      if (key.startsWith('disk/')) throw new Error('disk full')
      await store.put(key, value)
    }
    const { driver } = await openWorld({ store: { ...store, put } }).open()
    const disk = diskSpec({ kind: 'importing' })
    await expect(driver.createDisk(disk)).rejects.toThrow('disk full')
    await driver.deleteDisk(disk.id)
    expect(await store.list('')).toEqual([])
  })
})

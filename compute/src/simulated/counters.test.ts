import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { machineSpec } from '../../conformance/specs.ts'
import { countersAt } from './counters.ts'

const spec = machineSpec({
  ncpus: 3,
  disks: [
    { id: 'd1', name: 'd1', readOnly: false },
    { id: 'd2', name: 'd2', readOnly: true },
  ],
  nics: [
    {
      id: 'n1',
      name: 'net0',
      networkId: 'v1',
      mac: 'A8:40:25:00:00:01',
      primary: true,
      addresses: [],
      mtu: 1500,
    },
  ],
})

const YEAR = 365 * 24 * 3600 * 1000

/** Returns every number of the counters, in order. */
function numbers(now: number): number[] {
  const { vcpus, disks, nics } = countersAt(spec, 0, now)
  const latencies = disks.flatMap((disk) => Object.values(disk.latencies))
  const parts: object[] = [...vcpus, ...disks, ...nics, ...latencies]
  const totals = parts.flatMap((part) =>
    Object.values(part).filter((value): value is number => typeof value === 'number'),
  )
  return [...totals, ...latencies.flatMap(({ counts }) => counts)]
}

describe('countersAt', () => {
  it('never decreases', () => {
    fc.assert(
      fc.property(fc.nat(2 * YEAR), fc.nat(10_000), (at, later) => {
        const before = numbers(at)
        expect(numbers(at + later).every((value, index) => value >= before[index]!)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it("divides a processor's time among its states", () => {
    for (const { run, idle, waiting, emulation } of countersAt(spec, 0, 3_600_000).vcpus) {
      expect(Math.abs(run + idle + waiting + emulation - 3600e9)).toBeLessThan(8)
      expect(Math.min(run, idle, waiting, emulation)).toBeGreaterThan(0)
    }
  })

  it('is the same for the same machine and time, and differs between machines', () => {
    expect(countersAt(spec, 0, 60_000)).toEqual(countersAt(structuredClone(spec), 0, 60_000))
    expect(countersAt({ ...spec, id: 'other' }, 0, 60_000).vcpus).not.toEqual(
      countersAt(spec, 0, 60_000).vcpus,
    )
  })

  it('counts no writes to a read-only disk', () => {
    const [writable, readOnly] = countersAt(spec, 0, 600_000).disks
    expect(writable!.bytesWritten).toBeGreaterThan(0)
    expect(readOnly).toMatchObject({ writes: 0, bytesWritten: 0, flushes: 0 })
    expect(readOnly!.latencies.write.sum).toBe(0)
    expect(readOnly!.bytesRead).toBeGreaterThan(0)
  })
})

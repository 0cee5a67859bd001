import { expect, it } from 'vitest'
import { simulatedRack } from './rack.ts'

it('returns the same rack each time, with distinct ids, serials and slots', () => {
  const rack = simulatedRack(16)
  expect(simulatedRack(16)).toEqual(rack)
  const disks = rack.flatMap((sled) => sled.disks)
  for (const all of [
    rack.map(({ id }) => id),
    rack.map(({ slot }) => String(slot)),
    rack.map(({ baseboard }) => baseboard.serial),
    disks.map(({ id }) => id),
    disks.map(({ serial }) => serial),
  ]) {
    expect(new Set(all).size).toBe(all.length)
  }
  for (const { id } of [...rack, ...disks]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  }
})

it('has sleds of each generation, where newer ones can stand in for all older ones', () => {
  const byCount = Map.groupBy(simulatedRack(16), ({ cpuPlatforms }) => cpuPlatforms.join())
  expect(Object.fromEntries([...byCount].map(([platforms, sleds]) => [platforms, sleds.length]))).toEqual({
    amd_milan: 10,
    'amd_milan,amd_turin': 4,
    'amd_milan,amd_turin,amd_turin_v2': 2,
  })
})

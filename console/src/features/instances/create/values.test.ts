import { nameProblem } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { bodyOf, initialValues, sizeOf } from './values.ts'

test('the size comes from the preset, or from what was typed', () => {
  expect(sizeOf({ ...initialValues, preset: '4/16' })).toEqual({ ncpus: 4, memoryGib: 16 })
  expect(sizeOf({ ...initialValues, presetTab: 'custom', customCpus: 3, customMemory: 5 })).toEqual({
    ncpus: 3,
    memoryGib: 5,
  })
})

test('a boot disk without a name gets one that the server takes', () => {
  const long = 'a'.repeat(63)
  const { bootDisk } = bodyOf({ ...initialValues, name: long, siloImage: 'id' }, 'debian-13', '')
  expect(bootDisk).toMatchObject({ type: 'create', size: 10 * GiB })
  expect(nameProblem((bootDisk as { name: string }).name)).toBeNull()
})

test('an address is asked for only in a family that the instance has', () => {
  const values = {
    ...initialValues,
    name: 'a',
    ephemeralV4: true,
    poolV4: 'four',
    ephemeralV6: true,
    poolV6: 'six',
  }
  const pools = (network: typeof values.network) =>
    bodyOf({ ...values, network }, undefined, '').externalIps!.map(
      (ip) => 'poolSelector' in ip && ip.poolSelector!.type === 'explicit' && ip.poolSelector!.pool,
    )
  expect(pools('default_dual_stack')).toEqual(['four', 'six'])
  expect(pools('default_ipv4')).toEqual(['four'])
  expect(pools('none')).toEqual([])
})

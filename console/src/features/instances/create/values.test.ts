import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { familiesOf, initialValues, newStorageOf, sizeOf } from './values.ts'

test('takes the size from the preset, or from the custom fields', () => {
  expect(sizeOf({ ...initialValues, preset: '4/16' })).toEqual({ ncpus: 4, memoryGib: 16 })
  expect(sizeOf({ ...initialValues, presetTab: 'custom', customCpus: 3, customMemory: 5 })).toEqual({
    ncpus: 3,
    memoryGib: 5,
  })
})

const nic = (type?: 'v4' | 'v6' | 'dual_stack') =>
  ({ name: type ?? 'n', ipConfig: type && { type } }) as (typeof initialValues.nics)[number]

test.each([
  ['by default both', {}, ['v4', 'v6']],
  ['the default one with IPv4', { defaultStack: 'default_ipv4' as const }, ['v4']],
  ['the default one with IPv6', { defaultStack: 'default_ipv6' as const }, ['v6']],
  ['no interface', { networkMode: 'none' as const, nics: [nic('v4')] }, []],
  ['no custom one yet', { networkMode: 'custom' as const }, []],
  ['the first custom one', { networkMode: 'custom' as const, nics: [nic('v6'), nic('v4')] }, ['v6']],
  ['a custom one that says nothing', { networkMode: 'custom' as const, nics: [nic()] }, ['v4', 'v6']],
])('families: %s', (_, change, families) => {
  expect([...familiesOf({ ...initialValues, ...change })]).toEqual(families)
})

test('counts storage of new disks only', () => {
  const body = { name: 'a', description: '', size: 3 * GiB, diskBackend: { type: 'local' as const } }
  const disks = [
    { type: 'create' as const, body },
    { type: 'attach' as const, name: 'b', size: 9 * GiB, diskType: 'local' as const },
  ]
  expect(newStorageOf({ ...initialValues, bootSize: 10, disks })).toBe(13 * GiB)
  expect(newStorageOf({ ...initialValues, bootSource: 'disk', bootSize: 10, disks })).toBe(3 * GiB)
})

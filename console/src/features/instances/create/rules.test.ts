import { GiB, KiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { encodeUserData } from './body.ts'
import {
  bootSizeProblem,
  defaultPool,
  disksProblem,
  ephemeralReason,
  floatingIpsProblem,
  floatingReason,
  freeFloatingIps,
  type Source,
  userDataBytes,
  userDataProblem,
  userDataUse,
} from './rules.ts'
import { type ExtraDisk, initialValues, type InstanceValues } from './values.ts'

const expectProblem = (found: string | null, wanted: RegExp | null) =>
  wanted ? expect(found).toMatch(wanted) : expect(found).toBeNull()

const image: Source = { kind: 'image', name: 'debian', size: 12 * GiB }
const snapshot: Source = { ...image, kind: 'snapshot' }
test.each<[number | null, Source | undefined, boolean, RegExp | null]>([
  [null, undefined, false, /is required/],
  [1, undefined, false, null],
  [0, undefined, false, /at least 1 GiB/],
  [1023, undefined, false, null],
  [1024, undefined, false, /at most 1023 GiB/],
  [11, image, false, /at least 12 GiB, the size of the image/],
  [11, snapshot, false, /the size of the snapshot/],
  [12, image, false, null],
  [12, image, true, null],
  [13, image, true, /exactly as large as the selected image \(12 GiB\)/],
  [13, undefined, true, null],
])('checks a boot disk of %s GiB from %o, read-only %s', (gib, source, readOnly, problem) => {
  expectProblem(bootSizeProblem(gib, source, readOnly), problem)
})

const attach = (name: string): ExtraDisk => ({ type: 'attach', name, size: GiB, diskType: 'distributed' })
const many = (count: number) => Array.from({ length: count }, (_, at) => attach(`d${at}`))
test.each<[string, Partial<InstanceValues>, RegExp | null]>([
  ['11 with the boot disk', { disks: many(11) }, null],
  ['12 with the boot disk', { disks: many(12) }, /more than 12 disks/],
  ['the name of a new boot disk', { disks: many(2), bootName: 'd1' }, /d1 is the boot disk/],
  ['the boot disk itself', { disks: many(2), bootSource: 'disk', bootDisk: 'd0' }, /d0 is the boot disk/],
  ['a disk that is the boot disk of another tab', { disks: many(2), bootDisk: 'd0' }, null],
])('checks additional disks: %s', (_, change, problem) => {
  expectProblem(disksProblem({ ...initialValues, ...change }), problem)
})

const pool = (
  name: string,
  ipVersion: 'v4' | 'v6',
  isDefault = false,
  poolType: 'unicast' | 'multicast' = 'unicast',
) => ({
  name,
  ipVersion,
  isDefault,
  poolType,
})
test('requires an interface of its family and a unicast pool for an ephemeral address', () => {
  const pools = [pool('b', 'v4'), pool('a', 'v4', true), pool('m', 'v6', true, 'multicast')]
  expect(ephemeralReason(new Set(['v4']), 'v4', pools)).toBeNull()
  expect(ephemeralReason(new Set(['v4']), 'v6', pools)).toMatch(/IPv6 network interface/)
  expect(ephemeralReason(new Set(['v6']), 'v6', pools)).toMatch(/No IPv6 pools/)
  expect(defaultPool(pools, 'v4')).toBe('a')
  expect(defaultPool(pools, 'v6')).toBeNull()
})

const floating = [
  { name: 'front', ip: '198.51.100.4', instanceId: null },
  { name: 'used', ip: '198.51.100.5', instanceId: 'other' },
  { name: 'six', ip: '2001:db8::4', instanceId: null },
]
test('offers floating addresses that are free, match an interface, and are not chosen yet', () => {
  const names = (change: Partial<InstanceValues>) =>
    freeFloatingIps(floating, { ...initialValues, ...change }).map(({ name }) => name)
  expect(names({})).toEqual(['front', 'six'])
  expect(names({ defaultStack: 'default_ipv4' })).toEqual(['front'])
  expect(names({ floatingIps: [{ name: 'front', ip: '198.51.100.4' }] })).toEqual(['six'])
})

test.each<[string, Partial<InstanceValues>, number, RegExp | null]>([
  ['some', {}, 1, null],
  ['none free', {}, 0, /No floating IPs available/],
  ['no interface', { networkMode: 'none' }, 1, /network interface is required/],
  [
    '32 with the ephemeral ones',
    {
      ephemeralV4: true,
      ephemeralV6: true,
      floatingIps: Array.from({ length: 30 }, (_, at) => ({ name: `f${at}`, ip: '198.51.100.4' })),
    },
    1,
    /32 external IPs/,
  ],
])('tells whether a floating address can be chosen: %s', (_, change, free, reason) => {
  expectProblem(floatingReason({ ...initialValues, ...change }, free), reason)
})

test('reports a chosen floating address that no longer fits, and keeps it', () => {
  const chosen = { floatingIps: [{ name: 'six', ip: '2001:db8::4' }] }
  expect(floatingIpsProblem({ ...initialValues, ...chosen }, undefined)).toBeNull()
  expect(
    floatingIpsProblem({ ...initialValues, ...chosen, defaultStack: 'default_ipv4' }, undefined),
  ).toMatch(/^six: an external IPv6 address needs/)
})

test('names a chosen floating address that another user has attached', () => {
  const six = { name: 'six', ip: '2001:db8::4' }
  const values = { ...initialValues, floatingIps: [six] }
  expect(floatingIpsProblem(values, [{ ...six, instanceId: null }])).toBeNull()
  expect(floatingIpsProblem(values, [{ ...six, instanceId: 'i1' }])).toBe(
    'six: it is attached to another instance',
  )
  expect(floatingIpsProblem(values, [])).toBe('six: it no longer exists')
})

test('counts user data in the bytes that are sent, pasted or from a file', async () => {
  const text = {
    userDataFrom: 'text' as const,
    userDataText: 'ü'.repeat(3),
    userDataFile: new File(['abc'], 'a'),
  }
  expect(userDataBytes(text)).toBe(6)
  expect(userDataUse(text)).toBe('6 of 32,768 bytes (32 KiB)')
  expect(atob(await encodeUserData(text))).toBe('Ã¼'.repeat(3))
  const file = { ...text, userDataFrom: 'file' as const }
  expect(userDataBytes(file)).toBe(3)
  expect(await encodeUserData(file)).toBe(btoa('abc'))
  expect(await encodeUserData({ ...file, userDataFile: null })).toBe('')
  const long = 'ü'.repeat(16 * KiB)
  expect(userDataProblem({ ...text, userDataText: long })).toBeNull()
  expect(userDataProblem({ ...text, userDataText: `${long}.` })).toMatch(/32 KiB, it has 32769 bytes/)
})

import { nameProblem } from '@granary/domain/names.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { emptyInterface, interfaceBodyOf } from '../networking/interface-values.ts'
import { bodyOf } from './body.ts'
import { initialValues, type InstanceValues } from './values.ts'

const of = (change: Partial<InstanceValues>, source?: string, userData = '') =>
  bodyOf({ ...initialValues, name: 'web', ...change }, source, userData)

test('generates a valid name for an unnamed boot disk', () => {
  const { bootDisk } = of({ name: 'a'.repeat(63), siloImage: 'id' }, 'debian-13')
  expect(bootDisk).toMatchObject({ type: 'create', size: 10 * GiB })
  expect(nameProblem((bootDisk as { name: string }).name)).toBeNull()
})

const made = (diskSource: object) => ({
  type: 'create',
  name: 'root',
  description: 'Created as a boot disk for web',
  size: 20 * GiB,
  diskBackend: { type: 'distributed', diskSource },
})
test.each<[InstanceValues['bootSource'], object]>([
  ['silo', made({ type: 'image', imageId: 'of-silo', readOnly: true })],
  ['project', made({ type: 'image', imageId: 'of-project', readOnly: true })],
  ['snapshot', made({ type: 'snapshot', snapshotId: 'snap', readOnly: true })],
  ['blank', made({ type: 'blank', blockSize: 2048 })],
  ['disk', { type: 'attach', name: 'there' }],
])('takes the boot disk from %s, regardless of the selections in other tabs', (bootSource, bootDisk) => {
  const chosen = {
    bootSource,
    siloImage: 'of-silo',
    projectImage: 'of-project',
    bootSnapshot: 'snap',
    bootDisk: 'there',
    bootName: 'root',
    bootSize: 20,
    bootBlockSize: '2048',
    readOnly: true,
  }
  expect(of(chosen).bootDisk).toEqual(bootDisk)
})

test('creates additional disks, or attaches them by name', () => {
  const body = {
    name: 'data',
    description: '',
    size: GiB,
    diskBackend: { type: 'local' as const },
  }
  const { disks } = of({
    disks: [
      { type: 'create', body },
      { type: 'attach', name: 'old', size: GiB, diskType: 'local' },
    ],
  })
  expect(disks).toEqual([
    { type: 'create', ...body },
    { type: 'attach', name: 'old' },
  ])
})

const nic = interfaceBodyOf({
  ...emptyInterface,
  name: 'front',
  vpc: 'default',
  subnet: 'a',
  v4: ' 10.0.0.9 ',
})
test.each<[string, Partial<InstanceValues>, object]>([
  ['the default', {}, { type: 'default_dual_stack' }],
  ['the default with one family', { defaultStack: 'default_ipv6' }, { type: 'default_ipv6' }],
  ['custom', { networkMode: 'custom' }, { type: 'create', params: [nic] }],
  ['none', { networkMode: 'none' }, { type: 'none' }],
])('interfaces: %s', (_, change, expected) => {
  expect(of({ nics: [nic], ...change }).networkInterfaces).toEqual(expected)
})

test('requests the typed address of an interface, or any address if the field is blank', () => {
  expect(nic).toEqual({
    name: 'front',
    description: '',
    vpcName: 'default',
    subnetName: 'a',
    ipConfig: {
      type: 'dual_stack',
      value: {
        v4: { ip: { type: 'explicit', value: '10.0.0.9' }, transitIps: [] },
        v6: { ip: { type: 'auto' }, transitIps: [] },
      },
    },
  })
  const one = { ...emptyInterface, name: 'a', vpc: 'v', subnet: 's', stack: 'v6' as const, v6: 'fd00::9' }
  expect(interfaceBodyOf(one).ipConfig).toEqual({
    type: 'v6',
    value: { ip: { type: 'explicit', value: 'fd00::9' }, transitIps: [] },
  })
})

test('names the pool of each ephemeral address, for families of the interface only, and puts floating ones last', () => {
  const values = {
    ephemeralV4: true,
    poolV4: 'four',
    ephemeralV6: true,
    poolV6: 'six',
    floatingIps: [{ name: 'front', ip: '198.51.100.4' }],
  }
  const ephemeral = (pool: string) => ({ type: 'ephemeral', poolSelector: { type: 'explicit', pool } })
  const front = { type: 'floating', floatingIp: 'front' }
  expect(of(values).externalIps).toEqual([ephemeral('four'), ephemeral('six'), front])
  expect(of({ ...values, defaultStack: 'default_ipv4' }).externalIps).toEqual([ephemeral('four'), front])
  expect(of({ ...values, ephemeralV4: false }).externalIps).toEqual([ephemeral('six'), front])
  expect(of({ ...values, networkMode: 'none', floatingIps: [] }).externalIps).toEqual([])
})

test('sends keys, groups and user data, and a restart policy only if it is not the default', () => {
  expect(of({ sshKeys: ['k'], groups: ['g'] }, undefined, 'I2Nsb3Vk')).toMatchObject({
    hostname: 'web',
    start: true,
    sshPublicKeys: ['k'],
    antiAffinityGroups: ['g'],
    userData: 'I2Nsb3Vk',
  })
  expect(of({})).not.toHaveProperty('autoRestartPolicy')
  expect(of({})).not.toHaveProperty('cpuPlatform')
  expect(of({ cpuPlatform: 'amd_turin' }).cpuPlatform).toBe('amd_turin')
  expect(of({ autoRestart: 'never' }).autoRestartPolicy).toBe('never')
})

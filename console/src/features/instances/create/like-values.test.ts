import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { likeValues, type Original } from './like-values.ts'

const time = new Date()
const disk = (name: string, more: Partial<Original['disks'][number]> = {}): Original['disks'][number] => ({
  id: name,
  name,
  description: '',
  timeCreated: time,
  timeModified: time,
  projectId: 'p',
  size: 20 * GiB,
  blockSize: 512,
  diskType: 'distributed',
  readOnly: false,
  state: { state: 'attached', instance: 'i' },
  devicePath: '',
  imageId: null,
  snapshotId: null,
  ...more,
})
const nic = (name: string, more: Partial<Original['nics'][number]> = {}): Original['nics'][number] => ({
  id: name,
  name,
  description: '',
  timeCreated: time,
  timeModified: time,
  instanceId: 'i',
  vpcId: 'v',
  subnetId: 's',
  mac: 'A8:40:25:F0:00:00',
  primary: true,
  ipStack: { type: 'v4', value: { ip: '10.0.0.5', transitIps: [] } },
  ...more,
})
const original = (more: Partial<Original> = {}): Original => ({
  instance: {
    id: 'i',
    name: 'web',
    description: 'shop',
    tags: [
      { key: 'env', value: 'prod' },
      { key: 'note', value: 'one, two' },
    ],
    timeCreated: time,
    timeModified: time,
    projectId: 'p',
    hostname: 'web',
    ncpus: 2,
    memory: 8 * GiB,
    runState: 'running',
    timeRunStateUpdated: time,
    bootDiskId: 'web-boot',
    autoRestartEnabled: true,
    autoRestartPolicy: null,
    autoRestartCooldownExpiration: null,
    timeLastAutoRestarted: null,
    cpuPlatform: null,
    enableJumboFrames: false,
  },
  disks: [disk('web-boot', { imageId: 'debian' })],
  nics: [nic('net0')],
  groups: ['g'],
  image: { id: 'debian', projectId: null },
  places: new Map([['s', { vpc: 'default', subnet: 'default' }]]),
  taken: { instances: ['web', 'web-2'], disks: ['web-boot', 'data', 'data-2'] },
  ...more,
})

test('copies the size, the image and the default network, under a free name', () => {
  expect(likeValues(original())).toEqual({
    name: 'web-3',
    description: 'shop',
    tags: 'env=prod, note="one, two"',
    presetTab: 'general',
    preset: '2/8',
    bootSize: 20,
    readOnly: false,
    bootSource: 'silo',
    siloImage: 'debian',
    disks: [],
    networkMode: 'default',
    defaultStack: 'default_ipv4',
    groups: ['g'],
    cpuPlatform: 'any',
    autoRestart: 'default',
  })
})

test('creates further disks of the same sources under free names', () => {
  const disks = [disk('web-boot', { snapshotId: 'sn' }), disk('data'), disk('data-1', { diskType: 'local' })]
  const values = likeValues(original({ disks, image: null }))
  expect(values).toMatchObject({ bootSource: 'snapshot', bootSnapshot: 'sn' })
  expect(values.disks).toEqual([
    {
      type: 'create',
      body: {
        name: 'data-3',
        description: '',
        size: 20 * GiB,
        diskBackend: { type: 'distributed', diskSource: { type: 'blank', blockSize: 512 } },
      },
    },
    {
      type: 'create',
      body: { name: 'data-4', description: '', size: 20 * GiB, diskBackend: { type: 'local' } },
    },
  ])
})

test('takes the subnets of custom interfaces, the primary one first, and no address', () => {
  const places = new Map([
    ['s', { vpc: 'default', subnet: 'default' }],
    ['t', { vpc: 'shop', subnet: 'front' }],
  ])
  const nics = [nic('net1', { subnetId: 't', primary: false }), nic('net0')]
  const values = likeValues(original({ nics, places }))
  expect(values.networkMode).toBe('custom')
  expect(values.nics?.map(({ name, vpcName, subnetName }) => [name, vpcName, subnetName])).toEqual([
    ['net0', 'default', 'default'],
    ['net1', 'shop', 'front'],
  ])
  expect(JSON.stringify(values.nics)).not.toContain('10.0.0.5')
  expect(likeValues(original({ nics: [] }))).toMatchObject({ networkMode: 'none' })
})

test('a blank boot disk stays blank, and an unusual size is a custom one', () => {
  const { instance } = original()
  const values = likeValues(
    original({
      instance: { ...instance, ncpus: 3, memory: 5 * GiB },
      image: null,
      disks: [disk('web-boot')],
    }),
  )
  expect(values).toMatchObject({ presetTab: 'custom', customCpus: 3, customMemory: 5, bootSource: 'blank' })
})

test('an instance without a boot disk leaves the choice of one to the user', () => {
  const { instance } = original()
  const values = likeValues(original({ instance: { ...instance, bootDiskId: null } }))
  expect(values).toMatchObject({ bootSource: 'disk', bootDisk: null })
})

import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { emptyInterface, interfaceBodyOf } from '../../networking/interface-values.ts'
import { encodeUserData } from '../body.ts'
import { initialValues, type InstanceValues } from '../values.ts'
import { type TemplateBody, templateBodyOf } from './template-body.ts'
import { type Surroundings, valuesOfTemplate } from './template-values.ts'

const surroundings: Surroundings = {
  image: { id: 'debian', projectId: null },
  pools: [
    { id: 'p4', name: 'public', ipVersion: 'v4' },
    { id: 'p6', name: 'public-v6', ipVersion: 'v6' },
  ],
  disks: ['data'],
}

/** What the server would answer: with the defaults of the contract. */
const answered = (body: TemplateBody) =>
  ({
    multicastGroups: [],
    enableJumboFrames: false,
    autoRestartPolicy: null,
    cpuPlatform: null,
    ...body,
  }) as never

const blank = { type: 'distributed', diskSource: { type: 'blank', blockSize: 512 } } as const
const disk = (name: string) => ({
  type: 'create' as const,
  body: { name, description: '', size: GiB, diskBackend: blank },
})
const nic = interfaceBodyOf({ ...emptyInterface, name: 'net0', vpc: 'default', subnet: 'default' })

test.each<[string, Partial<InstanceValues>, Partial<InstanceValues>]>([
  ['a preset', { preset: '4/16' }, {}],
  ['a size of its own', { presetTab: 'custom', customCpus: 3, customMemory: 5 }, {}],
  ['a silo image', { siloImage: 'debian', bootSize: 20, readOnly: true }, {}],
  ['a snapshot', { bootSource: 'snapshot', bootSnapshot: 's' }, {}],
  ['a blank disk', { bootSource: 'blank', bootBlockSize: '4096' }, {}],
  [
    'a named boot disk, which gets a name of the instance',
    { siloImage: 'debian', bootName: 'root' },
    { bootName: '' },
  ],
  [
    'disks, also where a name is taken',
    { disks: [disk('logs'), disk('data')] },
    { disks: [disk('logs'), disk('data-2')] },
  ],
  ['interfaces', { networkMode: 'custom', nics: [nic] }, {}],
  ['a network of one family', { defaultStack: 'default_ipv6' }, {}],
  ['no network', { networkMode: 'none' }, {}],
  ['addresses', { ephemeralV4: true, poolV4: 'public', ephemeralV6: true, poolV6: 'public-v6' }, {}],
  ['user data', { userDataText: '#cloud-config\nhostname: ü\n' }, {}],
  ['the rest', { groups: ['g'], autoRestart: 'never', cpuPlatform: 'amd_turin', start: false }, {}],
])('a form that is saved and opened again stays as it is: %s', async (_, change, expected) => {
  const values = { ...initialValues, siloImage: 'debian', name: 'web', ...change }
  const { body } = templateBodyOf(values, await encodeUserData(values))
  const { values: opened, missing } = valuesOfTemplate(answered(body), surroundings)
  expect(missing).toEqual([])
  const { siloImage } = values.bootSource === 'silo' ? values : initialValues
  expect({ ...initialValues, ...opened }).toEqual({ ...values, siloImage, name: '', ...expected })
})

test('leaves out what only one instance can have, and names it', () => {
  const values: InstanceValues = {
    ...initialValues,
    name: 'web',
    bootSource: 'disk',
    bootDisk: 'there',
    disks: [disk('new'), { type: 'attach', name: 'old', size: GiB, diskType: 'distributed' }],
    floatingIps: [{ name: 'front', ip: '198.51.100.4' }],
    sshKeys: ['k'],
    tags: 'env=prod',
  }
  const { body, left } = templateBodyOf(values, '')
  expect(left).toEqual(['tags', 'SSH keys', 'the existing boot disk', 'attached disks', 'floating IPs'])
  expect(body).not.toHaveProperty('name')
  expect(body).not.toHaveProperty('tags')
  expect(body).not.toHaveProperty('sshPublicKeys')
  expect(body).toMatchObject({ bootDisk: null, disks: [{ name: 'new' }], externalIps: [] })
})

test('names no existing boot disk before one is chosen', () => {
  const { left } = templateBodyOf({ ...initialValues, bootSource: 'disk' }, '')
  expect(left).toEqual(['the boot disk, which is not complete'])
})

test('names a deleted image or pool, and parts without a field', () => {
  const values = { ...initialValues, siloImage: 'debian', ephemeralV4: true, poolV4: 'gone' }
  const { body } = templateBodyOf(values, '')
  const { missing } = valuesOfTemplate(answered({ ...body, enableJumboFrames: true } as TemplateBody), {
    ...surroundings,
    image: null,
  })
  expect(missing).toEqual([
    'its image, which no longer exists',
    'an ephemeral IP of the pool gone',
    'jumbo frames',
  ])
})

test('user data that is no text stays a file', async () => {
  const packed = new File([new Uint8Array([0x1f, 0x8b, 0xff])], 'a.gz')
  const values = { ...initialValues, userDataFrom: 'file' as const, userDataFile: packed }
  const { body } = templateBodyOf(values, await encodeUserData(values))
  const { values: opened } = valuesOfTemplate(answered(body), surroundings)
  expect(opened).toMatchObject({ userDataFrom: 'file', userDataText: '' })
  expect(new Uint8Array(await opened.userDataFile!.arrayBuffer())).toEqual(new Uint8Array([0x1f, 0x8b, 0xff]))
})

test('a template without a boot disk asks for one', () => {
  const { body } = templateBodyOf({ ...initialValues, bootSource: 'disk', bootDisk: 'there' }, '')
  const { values, missing } = valuesOfTemplate(answered(body), surroundings)
  expect(values).toMatchObject({ bootSource: 'disk', bootDisk: null })
  expect(missing).toEqual(['the boot disk'])
})

test.each<[string, Partial<InstanceValues>]>([
  ['a silo image', { bootSource: 'silo' }],
  ['a project image', { bootSource: 'project' }],
  ['a snapshot', { bootSource: 'snapshot' }],
  ['a size', { bootSource: 'blank', bootSize: null }],
])('saves a form in which %s is not chosen yet without the boot disk', (_, change) => {
  const { body, left } = templateBodyOf({ ...initialValues, ...change }, '')
  expect(body.bootDisk).toBeNull()
  expect(left).toEqual(['the boot disk, which is not complete'])
})

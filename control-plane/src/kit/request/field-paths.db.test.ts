import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blank, type Creating, nic, nicList, openCreating } from '../../../test/creating-instances.ts'

let creating: Creating
beforeAll(async () => {
  creating = await openCreating()
  await creating.create({ disks: [blank('taken')] })
  const { db } = creating.world.services
  await db
    .updateTable('silo_quota')
    .set({ storage: 100 * GiB })
    .execute()
})
afterAll(() => creating.world.close())

type Answer = { status: number; body: { problems?: { path: string; code: string }[] } }
const found = ({ status, body }: Answer) => {
  expect(status).toBeGreaterThanOrEqual(400)
  return body.problems?.map(({ path, code }) => `${path}: ${code}`)
}

const attach = (name: string) => ({ type: 'attach', name })
const copy = (type: 'image' | 'snapshot') => ({
  ...blank('copy'),
  disk_backend: {
    type: 'distributed',
    disk_source: { type, [`${type}_id`]: crypto.randomUUID(), read_only: false },
  },
})
const address = (value: string) => ({
  ip_config: { type: 'v4', value: { ip: { type: 'explicit', value } } },
})

test.each<[string, object, string[]]>([
  ['its size', { ncpus: 0, memory: 1 }, ['ncpus: out_of_range', 'memory: out_of_range']],
  ['user data', { user_data: 'ä' }, ['user_data: invalid_format']],
  ['a boot disk whose name is taken', { boot_disk: blank('taken') }, ['boot_disk.name: already_exists']],
  ['a boot disk that is not there', { boot_disk: attach('none') }, ['boot_disk.name: not_found']],
  [
    'the second disk, with a wrong size',
    { boot_disk: blank('a'), disks: [blank('b'), blank('c', 1000)] },
    ['disks[1].size: not_multiple', 'disks[1].size: out_of_range'],
  ],
  ['a disk over the quota', { disks: [blank('b', 101 * GiB)] }, ['disks[0].size: quota_exceeded']],
  ['a disk in use', { disks: [attach('taken')] }, ['disks[0].name: not_allowed']],
  [
    'a disk that is named twice',
    { boot_disk: attach('twice'), disks: [attach('twice')] },
    ['disks[0].name: duplicate'],
  ],
  [
    'the image of a disk',
    { disks: [copy('image')] },
    ['disks[0].disk_backend.disk_source.image_id: not_found'],
  ],
  [
    'the snapshot of a disk',
    { boot_disk: copy('snapshot') },
    ['boot_disk.disk_backend.disk_source.snapshot_id: not_found'],
  ],
  ['no interfaces', nicList(), ['network_interfaces.params: too_short']],
  [
    'the subnet of the second interface',
    nicList(nic('a'), nic('b', 'none')),
    ['network_interfaces.params[1].subnet_name: not_found'],
  ],
  [
    'the subnet of the first one again',
    nicList(nic('a'), nic('b')),
    ['network_interfaces.params[1].subnet_name: duplicate'],
  ],
  [
    'the VPC of an interface',
    nicList({ ...nic('a'), vpc_name: 'none' }),
    ['network_interfaces.params[0].vpc_name: not_found'],
  ],
  [
    'an address',
    nicList(nic('a', 'default', address('10.0.0.9'))),
    ['network_interfaces.params[0].ip_config.value.ip: not_allowed'],
  ],
  [
    'a floating address',
    { external_ips: [{ type: 'floating', floating_ip: 'none' }] },
    ['external_ips[0].floating_ip: not_found'],
  ],
  [
    'a pool',
    { external_ips: [{ type: 'ephemeral', pool_selector: { type: 'explicit', pool: 'none' } }] },
    ['external_ips[0].pool_selector: not_found'],
  ],
  ['a key', { ssh_public_keys: ['laptop', 'none'] }, ['ssh_public_keys[1]: not_found']],
  ['a group', { anti_affinity_groups: ['none'] }, ['anti_affinity_groups[0]: not_found']],
  ['jumbo frames', { enable_jumbo_frames: true }, ['enable_jumbo_frames: not_allowed']],
])('a refused instance names %s', async (_, change, problems) =>
  expect(found(await creating.create(change))).toEqual(problems),
)

const ask = async (method: string, path: string, body: unknown) =>
  found(await creating.world.ask(method, path, body))
const named = { name: 'new', description: '' }

test.each<[string, string, string, object, string[]]>([
  [
    'the disk of a snapshot',
    'POST',
    '/v1/snapshots?project=shop',
    { ...named, disk: 'none' },
    ['disk: not_found'],
  ],
  [
    'the snapshot of an image',
    'POST',
    '/v1/images?project=shop',
    { ...named, os: 'a', version: '1', source: { type: 'snapshot', id: crypto.randomUUID() } },
    ['source.id: not_found'],
  ],
  [
    'the address of a floating IP',
    'POST',
    '/v1/floating-ips?project=shop',
    { ...named, address_allocator: { type: 'explicit', ip: '192.0.2.200' } },
    ['address_allocator.ip: not_allowed'],
  ],
  [
    'the parent of a floating IP',
    'POST',
    '/v1/floating-ips/front/attach?project=shop',
    { kind: 'instance', parent: 'none' },
    ['parent: not_found'],
  ],
  [
    'a quota of a silo',
    'PUT',
    '/v1/system/silos/main/quotas',
    { cpus: -1, memory: 0, storage: 0 },
    ['cpus: out_of_range'],
  ],
  [
    'the quotas of a new silo',
    'POST',
    '/v1/system/silos',
    {
      ...named,
      identity_mode: 'local_only',
      discoverable: true,
      quotas: { cpus: -1, memory: 0, storage: 0 },
      tls_certificates: [],
    },
    ['quotas.cpus: out_of_range'],
  ],
  [
    'a certificate of a new silo',
    'POST',
    '/v1/system/silos',
    {
      ...named,
      identity_mode: 'local_only',
      discoverable: true,
      quotas: { cpus: 0, memory: 0, storage: 0 },
      tls_certificates: [{ ...named, service: 'external_api', cert: 'none', key: 'none' }],
    },
    ['tls_certificates[0].cert: invalid_format'],
  ],
  [
    'the name of a user',
    'POST',
    '/v1/system/identity-providers/local/users?silo=main',
    { external_id: 'admin', password: { mode: 'login_disallowed' } },
    ['external_id: already_exists'],
  ],
])('a refusal names %s', async (_, method, path, body, problems) =>
  expect(await ask(method, path, body)).toEqual(problems),
)

test('names a project that an id does not need, or that a name lacks', async () => {
  const { ids, world } = creating
  expect(found(await world.ask('GET', `/v1/disks/${ids.disk}?project=shop`))).toEqual([
    'project: not_allowed',
  ])
  expect(found(await world.ask('GET', '/v1/disks/none'))).toEqual(['project: required'])
})

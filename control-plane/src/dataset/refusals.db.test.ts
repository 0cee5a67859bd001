import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../contract/test/certificates.ts'
import { emptyWorld } from '../../test/dataset-world.ts'
import { loadDataset } from './load.ts'

let world: Awaited<ReturnType<typeof emptyWorld>>
beforeAll(async () => {
  world = await emptyWorld()
})
afterAll(() => world.close())

const CERTIFICATE = selfSigned().cert
const base = { silos: [{ name: 'main' }], projects: [{ name: 'shop' }] }
const pool = {
  name: 'public',
  ranges: [{ first: '192.0.2.1', last: '192.0.2.2' }],
  silos: [{ silo: 'main', is_default: true }],
}
const subnetPool = {
  name: 'branches',
  members: [{ subnet: '203.0.113.0/24', min_prefix_length: 26, max_prefix_length: 28 }],
  silos: [{ silo: 'main', is_default: true }],
}
const withSubnets = (...subnets: string[]) => ({
  ...base,
  subnet_pools: [subnetPool],
  external_subnets: subnets.map((subnet, at) => ({ project: 'shop', name: `lan-${at}`, subnet })),
})
const twoWebs = [
  { project: 'shop', name: 'web-1' },
  { project: 'shop', name: 'web-2' },
]

const provider = {
  name: 'keycloak',
  sp_client_id: 'granary',
  acs_url: 'https://main.example/acs',
  slo_url: 'https://main.example/slo',
  idp_entity_id: 'idp',
  idp_metadata: '<EntityDescriptor/>',
}

test.each([
  [
    'an identity provider of a silo whose users have passwords',
    { ...base, identity_providers: [provider] },
    'identity_providers[0].silo: the users of silo "main" have passwords in it; name one in a SAML mode',
  ],
  [
    'an identity provider whose address is none',
    { identity_providers: [{ ...provider, acs_url: 'main.example' }] },
    'identity_providers[0].acs_url: Must be an address that begins with https:// or http://',
  ],
  ['a list that there is not', { machines: [] }, 'machines: unknown list; allowed: silos, users'],
  ['something that is no list', { projects: {} }, 'projects: must be a list'],
  [
    'a failure of what is not faulted',
    { ...base, disks: [{ project: 'shop', name: 'web', size: '1 GiB', failure: 'no image' }] },
    'disks[0].failure: only in the state "faulted"',
  ],
  [
    'a field that there is not',
    { instances: [{ project: 'shop', name: 'web', cpus: 2 }] },
    'instances[0]: unknown field "cpus"; allowed: id, time_created',
  ],
  [
    'a state that there is not',
    { instances: [{ project: 'shop', name: 'web', run_state: 'asleep' }] },
    'instances[0].run_state: Invalid option: expected one of "creating"|"starting"',
  ],
  [
    'a name that is none',
    { projects: [{ name: 'Shop' }] },
    'projects[0].name: Can only contain lower-case letters',
  ],
  [
    'an age that is none',
    { projects: [{ name: 'shop', time_created: 'yesterday' }] },
    'projects[0].time_created: must be a time such as',
  ],
  [
    'a size that is none',
    { disks: [{ project: 'shop', name: 'data', size: '10 GB' }] },
    'disks[0].size: must be a number of bytes, or a text such as "16 GiB"',
  ],
  [
    'a size that is no whole GiB',
    { ...base, disks: [{ project: 'shop', name: 'data', size: 1000 }] },
    'disks[0].size: total size must be a multiple of the block size 512',
  ],
  [
    'a certificate that is none',
    { silos: [{ name: 'main', tls_certificates: [{ name: 'web', cert: 'secret' }] }] },
    'silos[0].tls_certificates[0].cert: it must be X.509 in PEM form',
  ],
  [
    'two certificates of one name',
    {
      silos: [
        {
          name: 'main',
          tls_certificates: [
            { name: 'web', cert: CERTIFICATE },
            { name: 'web', cert: CERTIFICATE },
          ],
        },
      ],
    },
    'silos[0].tls_certificates[1].name: there is another "web" in the same place',
  ],
  [
    'a certificate with the key of another',
    { silos: [{ name: 'main', tls_certificates: [{ name: 'web', cert: CERTIFICATE, key: 'none' }] }] },
    'silos[0].tls_certificates[0].key: it must be a private key in PEM form',
  ],
  [
    'the element of a repeated list',
    { ...base, instances: [{ repeat: 3, project: 'shop', name: 'web-{n}', cycle: { ncpus: [1, 1, 999] } }] },
    'instances[0] (n = 3).ncpus: Can be at most 254',
  ],
  [
    'a nested field',
    { ...base, vpcs: [{ project: 'shop', name: 'net', subnets: [{ name: 'a', ipv4_block: '10.0.0.0' }] }] },
    'vpcs[0].subnets[0].ipv4_block: must be an IPv4 network',
  ],
  [
    'a project that there is not',
    { ...base, disks: [{ project: 'stop', name: 'data', size: '1 GiB' }] },
    'disks[0].project: there is no project "stop"; there is "shop"',
  ],
  [
    'an instance that there is not',
    {
      ...base,
      instances: twoWebs,
      disks: [
        { project: 'shop', name: 'data', size: '1 GiB', state: { state: 'attached', instance: 'web-3' } },
      ],
    },
    'disks[0].state.instance: there is no instance "web-3"; there is "web-1", "web-2"',
  ],
  [
    'an attached disk without instance',
    { ...base, disks: [{ project: 'shop', name: 'data', size: '1 GiB', state: 'attached' }] },
    'disks[0].state: "attached" needs the name of an instance',
  ],
  [
    'a boot disk of another instance',
    {
      ...base,
      instances: [{ ...twoWebs[0], boot_disk: 'data' }, twoWebs[1]],
      disks: [
        { project: 'shop', name: 'data', size: '1 GiB', state: { state: 'attached', instance: 'web-2' } },
      ],
    },
    'instances[0].boot_disk: disk "data" is not attached to "web-1"',
  ],
  [
    'a name that is taken',
    { ...base, instances: [twoWebs[0], twoWebs[0]] },
    'instances[1].name: there is another "web-1" in the same place',
  ],
  [
    'a pool linked twice',
    { ...base, ip_pools: [{ ...pool, silos: [{ silo: 'main' }, { silo: 'main' }] }] },
    'ip_pools[0].silos[1].silo: there is another "main" in the same place',
  ],
  [
    'a member twice',
    {
      ...base,
      instances: twoWebs,
      anti_affinity_groups: [{ project: 'shop', name: 'g', members: ['web-1', 'web-1'] }],
    },
    'anti_affinity_groups[0].members[1]: there is another "web-1" in the same place',
  ],
  [
    'an id that is taken',
    {
      ...base,
      projects: [
        { name: 'a', id: 'aaaaaaaa-0000-4000-8000-000000000000' },
        { name: 'b', id: 'AAAAAAAA-0000-4000-8000-000000000000' },
      ],
    },
    'projects[1].id: there is another "aaaaaaaa-0000-4000-8000-000000000000" in the same place',
  ],
  [
    'a project name of two silos',
    {
      silos: [{ name: 'main' }, { name: 'other' }],
      projects: [{ name: 'shop' }, { name: 'shop', silo: 'other' }],
      instances: [twoWebs[0]],
    },
    'instances[0].project: several silos have a project "shop": give "silo" too',
  ],
  [
    'a password in a silo with an identity provider',
    { silos: [{ name: 'main', identity_mode: 'saml_jit' }], users: [{ display_name: 'a', password: 'b' }] },
    'users[0].password: the users of silo "main" sign in at their identity provider',
  ],
  [
    'a role of somebody unknown',
    {
      ...base,
      users: [{ display_name: 'ada' }],
      role_assignments: [{ identity: 'bob', role_name: 'admin' }],
    },
    'role_assignments[0].identity: there is no user "bob"; there is "ada"',
  ],
  [
    'more addresses than a pool has',
    { ...base, ip_pools: [pool], floating_ips: [{ repeat: 3, project: 'shop', name: 'ip-{n}' }] },
    'floating_ips[0] (n = 3): IP pool "public" has no address left',
  ],
  [
    'an address that is taken',
    {
      ...base,
      ip_pools: [pool],
      floating_ips: [
        { project: 'shop', name: 'a', ip: '192.0.2.1' },
        { project: 'shop', name: 'b', ip: '192.0.2.1' },
      ],
    },
    'floating_ips[1].ip: 192.0.2.1 is taken',
  ],
  [
    'an address outside of its subnet',
    {
      ...base,
      instances: [
        {
          ...twoWebs[0],
          network_interfaces: [{ name: 'net0', ip_stack: { type: 'v4', value: { ip: '10.0.0.9' } } }],
        },
      ],
    },
    "instances[0].network_interfaces[0].ip_stack: 10.0.0.9 is not in the subnet's block 172.30.0.0/22",
  ],
  [
    'a member of a subnet pool that overlaps with a range of an IP pool',
    { ...base, ip_pools: [pool], subnet_pools: [{ name: 'b', members: [{ subnet: '192.0.2.0/28' }] }] },
    'subnet_pools[0].members[0].subnet: overlaps with a range of an IP pool',
  ],
  [
    'a member of the other family',
    { subnet_pools: [{ name: 'b', members: [{ subnet: 'fd00::/48' }] }] },
    'subnet_pools[0].members[0].subnet: IPv6 subnet not allowed in IPv4 pool',
  ],
  [
    'a prefix that is shorter than the member',
    { subnet_pools: [{ name: 'b', members: [{ subnet: '192.0.2.0/28', min_prefix_length: 24 }] }] },
    'subnet_pools[0].members[0].min_prefix_length: Must be ≥ subnet prefix length (28)',
  ],
  [
    'two default subnet pools of a silo',
    { ...base, subnet_pools: [subnetPool, { name: 'b', silos: subnetPool.silos }] },
    'subnet_pools[1].silos[0].is_default: there is another "default IPv4 subnet pool" in the same place',
  ],
  [
    'an external subnet of no linked pool',
    withSubnets('198.51.100.0/28'),
    'external_subnets[0].subnet: 198.51.100.0/28 is in no subnet pool that is linked to the silo',
  ],
  [
    'an external subnet that is too large',
    withSubnets('203.0.113.0/25'),
    'external_subnets[0].subnet: external subnets of 203.0.113.0/24 must have a prefix length from 26 to 28',
  ],
  [
    'an external subnet in another',
    withSubnets('203.0.113.0/26', '203.0.113.16/28'),
    'external_subnets[1].subnet: overlaps with another external subnet',
  ],
  [
    'an external subnet with host bits',
    withSubnets('203.0.113.1/28'),
    'external_subnets[0].subnet: Must be the first address of the subnet',
  ],
  [
    'more than the rack has room for',
    {
      ...base,
      instances: [{ repeat: 17, project: 'shop', name: 'web-{n}', ncpus: 128, run_state: 'running' }],
    },
    'instances[0] (n = 17).run_state: "running" needs a place on a sled: it wants 128 vCPUs and 4 GiB of memory, and any one sled has at most 0 vCPUs and 1007 GiB of memory free',
  ],
])('%s is refused with its path', async (_, dataset, message) => {
  await expect(loadDataset(world.services, dataset)).rejects.toThrow(message)
  expect(await world.services.db.selectFrom('silo').selectAll().execute()).toEqual([])
})

test('reports several wrong fields together', async () => {
  const dataset = { projects: [{ name: '' }, { name: 'ok', colour: 'red' }] }
  await expect(loadDataset(world.services, dataset)).rejects.toThrow(
    /projects\[0\]\.name: .*\n {2}projects\[1\]: unknown field "colour"/,
  )
})

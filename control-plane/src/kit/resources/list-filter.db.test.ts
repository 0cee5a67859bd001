import { contract } from '@granary/contract/contract.ts'
import { isExtra } from '@granary/contract/extension.ts'
import * as lists from '@granary/domain/list-filter/fields.ts'
import type { FilterField, FilterFields } from '@granary/domain/list-filter/fields.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneOfEach } from '../../../test/one-of-each.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let user: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  await oneOfEach(world)
  user = (await world.ask('GET', '/v1/me')).body.id
})
afterAll(() => world.close())

/** Every list with a filter: its path, and its fields. */
const LISTS: Record<string, [path: string, fields: FilterFields]> = {
  instanceList: ['/v1/instances?project=shop', lists.INSTANCE_FIELDS],
  siloInstanceList: ['/experimental/v1/instances?', lists.SILO_INSTANCE_FIELDS],
  diskList: ['/v1/disks?project=shop', lists.DISK_FIELDS],
  snapshotList: ['/v1/snapshots?project=shop', lists.SNAPSHOT_FIELDS],
  imageList: ['/v1/images?project=shop', lists.IMAGE_FIELDS],
  floatingIpList: ['/v1/floating-ips?project=shop', lists.FLOATING_IP_FIELDS],
  externalSubnetList: ['/v1/external-subnets?project=shop', lists.EXTERNAL_SUBNET_FIELDS],
  vpcList: ['/v1/vpcs?project=shop', lists.VPC_FIELDS],
  vpcSubnetList: ['/v1/vpc-subnets?project=shop&vpc=default', lists.SUBNET_FIELDS],
  vpcRouterList: ['/v1/vpc-routers?project=shop&vpc=default', lists.ROUTER_FIELDS],
  internetGatewayList: ['/v1/internet-gateways?project=shop&vpc=default', lists.TAGGED_FIELDS],
  affinityGroupList: ['/v1/affinity-groups?project=shop', lists.AFFINITY_FIELDS],
  antiAffinityGroupList: ['/v1/anti-affinity-groups?project=shop', lists.AFFINITY_FIELDS],
  projectList: ['/v1/projects?', lists.NAMED_FIELDS],
  siloList: ['/v1/system/silos?', lists.SILO_FIELDS],
  currentUserSshKeyList: ['/v1/me/ssh-keys?', lists.SSH_KEY_FIELDS],
  systemIpPoolList: ['/v1/system/ip-pools?', lists.IP_POOL_FIELDS],
  systemSubnetPoolList: ['/v1/system/subnet-pools?', lists.SUBNET_POOL_FIELDS],
  alertReceiverList: ['/v1/alert-receivers?', lists.RECEIVER_FIELDS],
  userList: ['/v1/users?', lists.USER_FIELDS],
  siloUserList: ['/v1/system/users?silo=main', lists.USER_FIELDS],
  groupList: ['/v1/groups?', lists.GROUP_FIELDS],
  sledList: ['/v1/system/hardware/sleds?', lists.SLED_FIELDS],
  physicalDiskList: ['/v1/system/hardware/disks?', lists.PHYSICAL_DISK_FIELDS],
  alertList: ['/v1/alerts?', lists.ALERT_FIELDS],
  currentUserAccessTokenList: ['/v1/me/access-tokens?', lists.TOKEN_FIELDS],
  userTokenList: ['/v1/users/USER/access-tokens?', lists.TOKEN_FIELDS],
}

/** Values for terms of a field, of which some match and some don't. */
const SAMPLES: Record<Exclude<FilterField['kind'], 'choice'>, string[]> = {
  text: ['a', '=x', '"%"'],
  number: ['1', '>=1', '<4'],
  size: ['1GiB', '>1MiB', '<=16GiB'],
  time: ['<7d', '>=2020-01-01', '<2020-01-01'],
  address: ['0.0.0.0/0', '::/0', '203.0.113.7'],
  reference: ['web', '*', crypto.randomUUID()],
  tag: ['env', 'env=prod', 'env=', '*'],
}

/** The longest, largest and strangest values that the grammar takes. */
const EXTREMES: Record<Exclude<FilterField['kind'], 'choice'>, string[]> = {
  text: ['"🦊\u202E"', String.raw`"\\"`, '"\'"', '="%_!"', '"İSTANBUL"', `"${'ﬃ'.repeat(400)}"`],
  number: ['999999999999999', '<999999999999999', '>=2147483648'],
  size: ['999999999999999P', '<999999999999999.999999P', '>=0.000001K', '1.4B'],
  time: ['<99999y', '>=0000-01-01', '<9999-12-31T23:59:59.999999999-14:00', '>0000-01-01T00:00+23:59'],
  address: [
    '255.255.255.255/0',
    'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/0',
    '::ffff:10.0.0.1',
    'fe80::1%eth0',
    '::/128',
  ],
  reference: [`${'a'.repeat(63)}`, '00000000-0000-0000-0000-000000000000'],
  tag: ['a./-_9', '"env=%"', '"env=a=b"', `"env=${'ä'.repeat(1_000)}"`],
}

async function idsIn(path: string, filter = ''): Promise<string[]> {
  const at = path.replace('USER', user)
  const { status, body } = await world.ask('GET', `${at}&limit=1000&filter=${encodeURIComponent(filter)}`)
  expect(status, `${at} ${filter}: ${JSON.stringify(body)}`).toBe(200)
  return (body.items ?? []).map(({ id }: { id: string }) => id).sort()
}

test('knows every list with a filter', () => {
  const filtered = Object.entries(contract).filter(
    ([, { query }]) => 'filter' in query.shape && isExtra(query.shape.filter!),
  )
  expect(Object.keys(LISTS).sort()).toEqual(filtered.map(([id]) => id).sort())
})

test.each(Object.entries(LISTS))('a term and its negation divide the %s', async (_, [path, fields]) => {
  const all = await idsIn(path)
  for (const [name, field] of Object.entries(fields)) {
    const values = field.kind === 'choice' ? field.values! : [...SAMPLES[field.kind], ...EXTREMES[field.kind]]
    for (const value of values) {
      const having = await idsIn(path, `${name}:${value}`)
      const others = await idsIn(path, `-${name}:${value}`)
      expect([...having, ...others].sort(), `${name}:${value}`).toEqual(all)
    }
  }
  for (const word of ['a', '10.0.0.3', all[0] ?? crypto.randomUUID()])
    expect([...(await idsIn(path, word)), ...(await idsIn(path, `-${word}`))].sort(), word).toEqual(all)
  if (all[0]) expect(await idsIn(path, all[0])).toEqual([all[0]])
})

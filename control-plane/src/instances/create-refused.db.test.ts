import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blank, type Creating, openCreating } from '../../test/creating-instances.ts'
import { testRefusals } from '../../test/creation-refusals.ts'
import { tableCounts } from '../../test/table-counts.ts'

let creating: Creating
beforeAll(async () => {
  creating = await openCreating()
})
afterAll(() => creating.world.close())

const long = btoa('x'.repeat(32 * 1024 + 1))

testRefusals(
  () => creating,
  [
    ['no CPU', () => ({ ncpus: 0 }), 400, /^cannot have less than 1 vCPU per instance$/],
    ['255 CPUs', () => ({ ncpus: 255 }), 400, /^cannot have more than 254 vCPUs per instance$/],
    [
      'little memory',
      () => ({ memory: GiB - 1 }),
      400,
      /^unsupported value for "size": memory must be at least 1 GiB$/,
    ],
    ['a fraction of a GiB of memory', () => ({ memory: GiB + 1 }), 400, /memory must be divisible by 1 GiB$/],
    [
      'too much memory',
      () => ({ memory: 1537 * GiB }),
      400,
      /memory must be less than or equal to 1536 GiB$/,
    ],
    [
      'an unknown key',
      () => ({ disks: [blank('good')], ssh_public_keys: ['none'] }),
      404,
      /^not found: ssh-key with name "none"$/,
    ],
    [
      'an unknown group',
      () => ({ anti_affinity_groups: ['none'] }),
      404,
      /^not found: anti-affinity-group with name "none"$/,
    ],
    [
      '101 keys',
      () => ({ ssh_public_keys: Array.from({ length: 101 }, () => 'laptop') }),
      400,
      /^unable to parse JSON body: ssh_public_keys: /,
    ],
    ['user data that is not base64', () => ({ user_data: '%%%' }), 400, /user_data/],
    ['user data that is too long', () => ({ user_data: long }), 400, /user_data/],
    ['jumbo frames', () => ({ enable_jumbo_frames: true }), 400, /jumbo frames/],
    [
      'a host name with an underscore',
      () => ({ hostname: 'a_b' }),
      400,
      /^unable to parse JSON body: hostname: /,
    ],
    ['a host name that is too long', () => ({ hostname: 'a'.repeat(254) }), 400, /hostname/],
    [
      'a taken name',
      () => ({ name: 'web', disks: [blank('good')] }),
      400,
      /^already exists: instance "web"$/,
    ],
  ],
)

test('a group with 32 members', async () => {
  const { world, ids, create } = creating
  const { db } = world.services
  const members = await db.selectFrom('instance').select('id').execute()
  for (const { id } of members)
    await db
      .insertInto('anti_affinity_group_member')
      .values({ group_id: ids.antiAffinityGroup, instance_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  for (let at = members.length; at < 32; at++) {
    const { status } = await create({
      anti_affinity_groups: ['spread'],
      network_interfaces: { type: 'none' },
    })
    expect(status).toBe(201)
  }
  const before = await tableCounts(world)
  expect((await create({ anti_affinity_groups: ['spread'] })).body.message).toBe(
    'group already has maximum allowed members (32)',
  )
  expect(await tableCounts(world)).toEqual(before)
})

import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blank, type Creating, ephemeral, nic, nicList, openCreating } from '../../test/creating-instances.ts'
import { addUser } from '../../test/people.ts'

let creating: Creating
beforeAll(async () => {
  creating = await openCreating()
})
afterAll(() => creating.world.close())

describe('a new instance', () => {
  test('gets one dual-stack interface, a shared address, all SSH keys of its creator and no disk by default', async () => {
    const { status, body } = await creating.create({
      memory: 3 * GiB,
      ncpus: 2,
      user_data: btoa('#cloud-config'),
      hostname: 'db.corp',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      project_id: creating.ids.project,
      ncpus: 2,
      memory: 3 * GiB,
      hostname: 'db.corp',
      run_state: 'creating',
      boot_disk_id: null,
      auto_restart_policy: null,
      auto_restart_enabled: true,
      auto_restart_cooldown_expiration: null,
      time_last_auto_restarted: null,
      cpu_platform: null,
      enable_jumbo_frames: false,
    })
    expect(await creating.nics(body.id)).toMatchObject([
      {
        name: 'net0',
        description: `default primary interface for ${body.name}`,
        primary: true,
        mac: expect.stringMatching(/^A8:40:25:F/),
        ip_stack: { type: 'dual_stack', value: { v4: { transit_ips: [] }, v6: { transit_ips: [] } } },
      },
    ])
    expect(await creating.of(body.id, 'external-ips')).toMatchObject([{ kind: 'snat' }])
    expect(await creating.of(body.id, 'disks')).toEqual([])
    expect((await creating.of(body.id, 'ssh-public-keys')).map((key: { name: string }) => key.name)).toEqual([
      'desktop',
      'laptop',
    ])
  })

  test.each([
    ['default_ipv4', ['v4'], ['snat']],
    ['default_ipv6', ['v6'], []],
    ['none', [], []],
  ])('networking %s', async (type, stacks, externals) => {
    const { status, body } = await creating.create({ network_interfaces: { type } })
    expect(status).toBe(201)
    expect(
      (await creating.nics(body.id)).map((one: { ip_stack: { type: string } }) => one.ip_stack.type),
    ).toEqual(stacks)
    expect((await creating.of(body.id, 'external-ips')).map((one: { kind: string }) => one.kind)).toEqual(
      externals,
    )
    const { items } = (
      await creating.world.ask('GET', `/v1/instances?project=shop&name_contains=${body.name}`)
    ).body
    // An address for outgoing traffic only is not listed as external.
    expect(items.map((one: { external_ips: string[] }) => one.external_ips)).toEqual([[]])
  })

  test('gets the listed interfaces with the requested addresses; the first one is primary', async () => {
    await creating.addBackSubnet()
    const explicit = { type: 'v4', value: { ip: { type: 'explicit', value: '172.30.1.7' } } }
    const { status, body } = await creating.create(
      nicList(nic('a', 'default', { ip_config: explicit }), nic('b', 'back')),
    )
    expect(status).toBe(201)
    const list = await creating.nics(body.id)
    expect(list).toMatchObject([
      { name: 'a', primary: true, ip_stack: { type: 'v4', value: { ip: '172.30.1.7' } } },
      {
        name: 'b',
        primary: false,
        ip_stack: { type: 'dual_stack', value: { v4: { ip: '10.1.0.5' }, v6: { ip: 'fd00:1:2:3::5' } } },
      },
    ])
  })

  test('gets new and existing disks, one of them the boot disk', async () => {
    await creating.world.ask('POST', '/v1/disks?project=shop', { ...blank('spare'), type: undefined })
    const { status, body } = await creating.create({
      boot_disk: {
        ...blank('boot'),
        disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: creating.ids.image } },
      },
      disks: [
        blank('extra', 2 * GiB),
        { type: 'attach', name: 'spare' },
        { ...blank('fast'), disk_backend: { type: 'local' } },
      ],
    })
    expect(status).toBe(201)
    const disks = await creating.of(body.id, 'disks')
    expect(disks).toMatchObject([
      {
        name: 'boot',
        id: body.boot_disk_id,
        image_id: creating.ids.image,
        state: { state: 'creating' },
        device_path: '/mnt/boot',
      },
      { name: 'extra', size: 2 * GiB, disk_type: 'distributed', block_size: 512 },
      { name: 'fast', disk_type: 'local', block_size: 4096 },
      { name: 'spare' },
    ])
  })

  test('gets addresses of every kind', async () => {
    const { body } = await creating.create({
      external_ips: [ephemeral('v4'), ephemeral('v6'), { type: 'floating', floating_ip: 'front' }],
    })
    const list = await creating.of(body.id, 'external-ips')
    expect(list.map((one: { kind: string }) => one.kind).toSorted()).toEqual([
      'ephemeral',
      'ephemeral',
      'floating',
      'snat',
    ])
    expect((await creating.world.ask('GET', '/v1/floating-ips/front?project=shop')).body.instance_id).toBe(
      body.id,
    )
    const { items } = (
      await creating.world.ask('GET', `/v1/instances?project=shop&name_contains=${body.name}`)
    ).body
    const ips = (kind: string): string[] =>
      list
        .filter((one: { kind: string }) => one.kind === kind)
        .map(({ ip }: { ip: string }) => ip)
        .toSorted()
    const listed: string[] = items.find(({ id }: { id: string }) => id === body.id).external_ips
    expect([listed[0], ...listed.slice(1).toSorted()]).toEqual([...ips('floating'), ...ips('ephemeral')])
  })

  test('gets the listed SSH keys, once each, or none', async () => {
    const { id } = (await creating.world.ask('GET', '/v1/me/ssh-keys/laptop')).body
    const named = await creating.create({ ssh_public_keys: ['laptop', id] })
    expect(await creating.of(named.body.id, 'ssh-public-keys')).toMatchObject([{ name: 'laptop' }])
    expect(
      await creating.of((await creating.create({ ssh_public_keys: [] })).body.id, 'ssh-public-keys'),
    ).toEqual([])
  })

  test('joins its groups once, even if they are listed twice', async () => {
    const { body } = await creating.create({
      anti_affinity_groups: ['spread', creating.ids.antiAffinityGroup],
    })
    expect(await creating.of(body.id, 'anti-affinity-groups')).toMatchObject([{ name: 'spread' }])
  })

  test('is placed and charged when it starts; when there is no room, it is created all the same', async () => {
    const started = await creating.create({ start: true })
    expect(started.status).toBe(201)
    const row = (id: string) =>
      creating.world.services.db
        .selectFrom('instance')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    expect(await row(started.body.id)).toMatchObject({
      wanted_state: 'running',
      charged: 1,
      sled_id: expect.any(String),
    })
    const tooBig = await creating.create({ start: true, ncpus: 254 })
    expect(tooBig.status).toBe(201)
    expect(await row(tooBig.body.id)).toMatchObject({ wanted_state: 'stopped', charged: 0, sled_id: null })
    expect(tooBig.body.start_problem).toMatch(
      /^Insufficient capacity: Failed to place instance: it wants 254 vCPUs and .* any one sled has at most /,
    )
    expect((await creating.world.ask('GET', `/v1/instances/${tooBig.body.id}`)).body).toMatchObject({
      start_problem: tooBig.body.start_problem,
    })
    expect(started.body.start_problem).toBeNull()
  })
})

test('shows the SSH keys of its creator, not of the caller', async () => {
  await addUser(creating.world.services, 'main', 'colleague', { silo: 'admin' })
  const cookie = await creating.world.signIn('colleague', 'colleague')
  expect(
    (
      await creating.world.ask(
        'POST',
        '/v1/instances?project=shop',
        { ...creating.base(), ssh_public_keys: ['laptop'] },
        cookie,
      )
    ).status,
  ).toBe(404)
  const { body } = await creating.world.ask('POST', '/v1/instances?project=shop', creating.base(), cookie)
  expect(await creating.of(body.id, 'ssh-public-keys')).toEqual([])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWalk, type Walk } from '../../../test/authorization/walk.ts'
import { PUBLIC_KEY } from '../../../test/ssh-key.ts'

/** The admin of another silo, with full rights in a project of their own. */
let walk: Walk
let cookie: string
let own: { instance: string; image: string; floatingIp: string; foreignKey: string }
beforeAll(async () => {
  walk = await openWalk()
  const { ask, services } = walk.world
  cookie = await walk.signIn('admin of another silo')
  const key = { name: 'theirs', description: '', public_key: PUBLIC_KEY }
  const foreignKey = (await ask('POST', '/v1/me/ssh-keys', key)).body.id as string
  await ask('POST', '/v1/projects', { name: 'own', description: '' }, cookie)
  const project = (await ask('GET', '/v1/projects/own', undefined, cookie)).body.id as string
  const made = await ask('POST', '/v1/instances?project=own', machine('srv', {}), cookie)
  expect(made.status).toBe(201)
  const group = { name: 'apart', description: '', policy: 'allow', failure_domain: 'sled' }
  await ask('POST', '/v1/anti-affinity-groups?project=own', group, cookie)
  await services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
  // A silo image and an address: the latter would need a pool and an instance that has run.
  const [image, floatingIp] = [crypto.randomUUID(), crypto.randomUUID()]
  const { db } = services
  const theirs = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', walk.ids.image!)
    .executeTakeFirstOrThrow()
  const { silo_id } = await db
    .selectFrom('project')
    .select('silo_id')
    .where('id', '=', project)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('image')
    .values({ ...theirs, id: image, silo_id })
    .execute()
  const ip = await db
    .selectFrom('external_ip')
    .selectAll()
    .where('id', '=', walk.ids.floatingIp!)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('external_ip')
    .values({ ...ip, id: floatingIp, project_id: project, ip: ip.ip.replace(/.$/, '0') })
    .execute()
  own = { instance: made.body.id as string, image, floatingIp, foreignKey }
})
afterAll(() => walk.close())

const machine = (name: string, more: object) => ({
  name,
  description: '',
  hostname: 'srv',
  ncpus: 1,
  memory: 2 ** 30,
  // The silo has no pool, which an instance with a network would need.
  network_interfaces: { type: 'none' },
  start: false,
  ...more,
})
const disk = (disk_source: object) => ({
  name: 'copy',
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source },
})
const update = {
  ncpus: 1,
  memory: 2 ** 30,
  auto_restart_policy: null,
  cpu_platform: null,
  enable_jumbo_frames: false,
}
const pool = (id: string) => ({ pool_selector: { type: 'explicit', pool: id } })
const create = (more: object) => ['POST', '/v1/instances?project=own', machine('never', more)] as const

/** Requests about the caller's own resources that refer to another resource by its id. */
const requests: Record<string, [kind: string, request: (id: string) => readonly [string, string, object?]]> =
  {
    'a disk of an image': [
      'image',
      (id) => ['POST', '/v1/disks?project=own', disk({ type: 'image', image_id: id })],
    ],
    'a disk of a snapshot': [
      'snapshot',
      (id) => ['POST', '/v1/disks?project=own', disk({ type: 'snapshot', snapshot_id: id })],
    ],
    'a boot disk of an image': [
      'image',
      (id) => create({ boot_disk: { type: 'create', ...disk({ type: 'image', image_id: id }) } }),
    ],
    'an SSH key': ['foreignKey', (id) => create({ ssh_public_keys: [id] })],
    'a group to start in': ['antiAffinityGroup', (id) => create({ anti_affinity_groups: [id] })],
    'an address to start with': [
      'floatingIp',
      (id) => create({ external_ips: [{ type: 'floating', floating_ip: id }] }),
    ],
    'a pool to start with': ['pool', (id) => create({ external_ips: [{ type: 'ephemeral', ...pool(id) }] })],
    'a disk to attach': [
      'disk',
      (id) => ['POST', `/v1/instances/${own.instance}/disks/attach`, { disk: id }],
    ],
    'a disk to detach': [
      'disk',
      (id) => ['POST', `/v1/instances/${own.instance}/disks/detach`, { disk: id }],
    ],
    'a disk to boot from': [
      'disk',
      (id) => ['PUT', `/v1/instances/${own.instance}`, { ...update, boot_disk: id }],
    ],
    'a pool for an address': [
      'pool',
      (id) => [
        'POST',
        '/v1/floating-ips?project=own',
        { name: 'never', description: '', address_allocator: { type: 'auto', ...pool(id) } },
      ],
    ],
    'a pool for an ephemeral address': [
      'pool',
      (id) => ['POST', `/v1/instances/${own.instance}/external-ips/ephemeral`, pool(id)],
    ],
    'a pool for a gateway': [
      'pool',
      (id) => [
        'POST',
        '/v1/internet-gateway-ip-pools?project=own&vpc=default&gateway=default',
        { name: 'never', description: '', ip_pool: id },
      ],
    ],
    'a router for a subnet': [
      'router',
      (id) => [
        'POST',
        '/v1/vpc-subnets?project=own&vpc=default',
        { name: 'never', description: '', ipv4_block: '10.0.0.0/24', custom_router: id },
      ],
    ],
    'an instance for an address': [
      'instance',
      (id) => ['POST', `/v1/floating-ips/${own.floatingIp}/attach`, { kind: 'instance', parent: id }],
    ],
    'a member of a group': [
      'instance',
      (id) => ['POST', `/v1/anti-affinity-groups/apart/members/instance/${id}?project=own`],
    ],
    'a snapshot of a disk': [
      'disk',
      (id) => ['POST', '/v1/snapshots?project=own', { name: 'never', description: '', disk: id }],
    ],
    'an image of a snapshot': [
      'snapshot',
      (id) => [
        'POST',
        '/v1/images?project=own',
        { name: 'never', description: '', os: 'x', version: '1', source: { type: 'snapshot', id } },
      ],
    ],
    'a project for an image': ['project', (id) => ['POST', `/v1/images/${own.image}/demote?project=${id}`]],
    'somebody for a policy': [
      'user',
      (id) => [
        'PUT',
        '/v1/projects/own/policy',
        { role_assignments: [{ identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }] },
      ],
    ],
  }

test.each(Object.entries(requests))('treats %s of another silo as absent', async (_, [kind, request]) => {
  const ids: Record<string, string> = { ...walk.ids, foreignKey: own.foreignKey, user: walk.byId.of('user') }
  const ask = async (id: string) => {
    const [method, path, body] = request(id)
    const answer = await walk.world.ask(method, path, body, cookie)
    return [answer.status, answer.body?.error_code, answer.body?.message?.replaceAll(id, 'ID')]
  }
  const hidden = await ask(ids[kind]!)
  expect(hidden[0]).toBeGreaterThanOrEqual(400)
  // The refusal must be about the reference, and nothing else.
  expect(hidden[2]).toMatch(/ID|boot disk must be attached/)
  expect(hidden).toEqual(await ask(crypto.randomUUID()))
})

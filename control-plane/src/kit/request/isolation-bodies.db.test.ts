import { BulkOperation } from '@granary/contract/bulk-jobs.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWalk, type Walk } from '../../../test/authorization/walk.ts'

/** Resources of the caller, whose ids answers may have. */
type Own = { project: string; instance: string; floatingIp: string; vpc: string; policy: object[] }
/** A request whose body names a resource that the caller can't see. */
type Attack = [method: string, path: string, body: unknown]

/** Whole deletions have operations of their own, which name the project or silo in the path. */
const BULK_OPERATIONS = BulkOperation.options.filter((name) => !name.endsWith('_with_contents'))
const UNCHANGED = { auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false }
const TARGETED = /demote|member_delete/

let walk: Walk
let cookie: string
let own: Own
beforeAll(async () => {
  walk = await openWalk()
  cookie = await walk.signIn('admin of another silo')
  own = await ownResources()
})
afterAll(() => walk.close())

const send = (method: string, path: string, body?: unknown) => walk.world.ask(method, path, body, cookie)
const named = (name: string) => ({ name, description: '' })
const machine = (name: string) => ({
  ...named(name),
  hostname: 'own',
  ncpus: 1,
  memory: GiB,
  network_interfaces: { type: 'none' },
  start: false,
})

async function ownResources(): Promise<Own> {
  const idOf = async (path: string, body: unknown) => {
    const answer = await send('POST', path, body)
    expect([path, answer.status]).toEqual([path, 201])
    return answer.body.id as string
  }
  const project = await idOf('/v1/projects', named('own'))
  const instance = await idOf('/v1/instances?project=own', machine('own'))
  const vpc = (await send('GET', '/v1/vpcs/default?project=own')).body.id as string
  // No pool of this silo has an address for it.
  const { db } = walk.world.services
  const [row] = await db.selectFrom('external_ip').selectAll().where('kind', '=', 'floating').execute()
  const floatingIp = crypto.randomUUID()
  const moved = { id: floatingIp, name: 'own', ip: row!.ip.replace(/.$/, 'f'), project_id: project }
  await db
    .insertInto('external_ip')
    .values({ ...row!, ...moved, instance_id: null })
    .execute()
  const policy = (await send('GET', '/v1/policy')).body.role_assignments as object[]
  return { project, instance, floatingIp, vpc, policy }
}

/** Returns every request that names another resource in its body. @param idOf the id of a resource of a kind. */
function attacks(idOf: (kind: string) => string): Attack[] {
  const create = (more: object): Attack => [
    'POST',
    '/v1/instances?project=own',
    { ...machine('stolen'), ...more },
  ]
  const pool = { type: 'explicit', pool: idOf('pool') }
  const disk = (source: object) => ({
    ...named('stolen'),
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: source },
  })
  const fromImage = disk({ type: 'image', image_id: idOf('image') })
  const fromSnapshot = disk({ type: 'snapshot', snapshot_id: idOf('snapshot') })
  const role = (type: string, kind: string, name: string) => ({
    role_assignments: [...own.policy, { identity_type: type, identity_id: idOf(kind), role_name: name }],
  })
  const size = { ncpus: 1, memory: GiB }
  const instance = `/v1/instances/${own.instance}`
  return [
    create({ boot_disk: { type: 'create', ...fromImage } }),
    create({ boot_disk: { type: 'create', ...fromSnapshot } }),
    create({ external_ips: [{ type: 'floating', floating_ip: idOf('floatingIp') }] }),
    create({ external_ips: [{ type: 'ephemeral', pool_selector: pool }] }),
    create({ ssh_public_keys: [idOf('key')] }),
    create({ anti_affinity_groups: [idOf('antiAffinityGroup')] }),
    create({ multicast_groups: [{ group: idOf('multicastGroup') }] }),
    ['POST', '/v1/disks?project=own', fromImage],
    ['POST', '/v1/disks?project=own', fromSnapshot],
    ['POST', '/v1/snapshots?project=own', { ...named('stolen'), disk: idOf('disk') }],
    [
      'POST',
      '/v1/images?project=own',
      { ...named('stolen'), os: 'a', version: '1', source: { type: 'snapshot', id: idOf('snapshot') } },
    ],
    ['POST', `${instance}/disks/attach`, { disk: idOf('disk') }],
    ['POST', `${instance}/disks/detach`, { disk: idOf('disk') }],
    ['POST', `${instance}/external-ips/ephemeral`, { pool_selector: pool }],
    ['PUT', instance, { ...size, ...UNCHANGED, boot_disk: idOf('disk') }],
    [
      'POST',
      '/v1/floating-ips?project=own',
      { ...named('stolen'), address_allocator: { type: 'auto', pool_selector: pool } },
    ],
    [
      'POST',
      '/experimental/v1/probes?project=own',
      { ...named('stolen'), sled: walk.ids.sled, pool_selector: pool },
    ],
    ['POST', `/v1/floating-ips/${own.floatingIp}/attach`, { kind: 'instance', parent: idOf('instance') }],
    ['POST', `/v1/external-subnets/${idOf('externalSubnet')}/attach`, { instance: own.instance }],
    [
      'POST',
      '/v1/external-subnets?project=own',
      {
        ...named('stolen'),
        allocator: {
          type: 'auto',
          prefix_length: 30,
          pool_selector: { type: 'explicit', pool: idOf('subnetPool') },
        },
      },
    ],
    ['PUT', '/v1/policy', role('silo_user', 'user', 'viewer')],
    ['PUT', '/v1/policy', role('silo_group', 'siloGroup', 'viewer')],
    ['PUT', '/v1/projects/own/policy', role('silo_user', 'user', 'viewer')],
    ['POST', '/experimental/v1/instances-deletion-summary', { instances: [idOf('instance')] }],
    ...['from', 'to'].map((end): Attack => [
      'POST',
      `/experimental/v1/vpcs/${own.vpc}/reachability`,
      { from: '192.0.2.1', to: '192.0.2.2', [end]: `instance/${idOf('instance')}`, protocol: 'icmp' },
    ]),
    ...BULK_OPERATIONS.flatMap((operation) =>
      ['instance', 'disk', 'snapshot', 'image', 'floatingIp', 'affinityGroup'].map((kind): Attack => {
        const target = { target: idOf(kind) }
        const more = operation === 'instance_resize' ? size : TARGETED.test(operation) ? target : {}
        return ['POST', '/experimental/v1/bulk-jobs', { operation, ids: [idOf(kind)], ...more }]
      }),
    ),
  ]
}

/** The answer without the ids and names of its request. */
const words = ({ status, body }: Awaited<ReturnType<typeof send>>, id: (kind: string) => string) => {
  const known = ['project', 'instance', 'disk', 'image', 'snapshot', 'pool'].map(id)
  const text = JSON.stringify({ status, ...body, request_id: undefined })
  return known.reduce((some, one) => some.replaceAll(one, 'ID'), text).replaceAll(/[0-9a-f-]{36}/g, 'ID')
}

test('an id in a body cannot tell a resource of another silo from none, and reaches nothing', async () => {
  const { db } = walk.world.services
  const hidden = attacks((kind) => walk.byId.of(kind))
  const nothing = attacks((kind) => walk.unknown.of(kind === 'user' || kind === 'siloGroup' ? 'sled' : kind))
  const before = await db.selectFrom('instance').select('id').execute()
  const seen: string[] = []
  const absent: string[] = []
  for (const [at, [method, path, body]] of hidden.entries()) {
    const request = `${method} ${path} ${JSON.stringify(body)}`
    const theirs = await send(method, path, body)
    const none = await send(method, path, nothing[at]![2])
    seen.push(`${request} ${words(theirs, walk.byId.of)}`)
    absent.push(`${request} ${words(none, walk.unknown.of)}`)
  }
  expect(seen).toEqual(absent)
  // A malformed body would be refused before anything is looked up.
  expect(seen.filter((answer) => answer.includes('unable to parse'))).toEqual([])
  expect(await db.selectFrom('instance').select('id').execute()).toEqual(before)
})

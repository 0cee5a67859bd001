import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Life, lifeShape, createPopulatedWorld, makeRoom } from '../../test/populated-world.ts'
import { useAndRows } from '../../test/quota.ts'
import { tableCounts } from '../../test/table-counts.ts'
import { openWorld, type World } from '../../test/world.ts'

/** The plan is made by code that both engines run. On PostgreSQL, a few instances show that it reads the same rows. */
const RUNS = process.env.GRANARY_TEST_DATABASE === 'postgres' ? 12 : 40

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await makeRoom(world)
})
afterAll(() => world.close())
const make = (wanted: Life) => createPopulatedWorld(world, wanted)

/** All rows that a deletion may touch. */
async function everything() {
  const { db } = world.services
  const members = async (table: 'affinity_group_member' | 'anti_affinity_group_member') =>
    (await db.selectFrom(table).selectAll().execute()).map(
      (row) => `${table} ${row.group_id} ${row.instance_id}`,
    )
  const ids = async (table: 'disk' | 'network_interface' | 'external_ip' | 'instance') =>
    (await db.selectFrom(table).select('id').execute()).map(({ id }) => `${table} ${id}`)
  return [
    ...(await members('affinity_group_member')),
    ...(await members('anti_affinity_group_member')),
    ...(await ids('disk')),
    ...(await ids('network_interface')),
    ...(await ids('external_ip')),
    ...(await ids('instance')),
  ]
}
const planOf = async (id: string) =>
  (await world.ask('GET', `/experimental/v1/instances/${id}/deletion-plan`)).body
const withDisks = (ids: string[]) => ids.map((id) => `delete_disks=${id}`).join('&')

describe('the deletion plan', () => {
  test('matches the deletion, for any instance and any selection of its disks', async () => {
    await fc.assert(
      fc.asyncProperty(lifeShape, async (wanted) => {
        const { id, path, goes } = await make(wanted)
        const plan = await planOf(id)
        const before = await everything()
        const counts = await tableCounts(world)
        const answer = await world.ask('DELETE', `${path}?${withDisks(goes)}`)
        const refused =
          plan.blocked !== null ||
          plan.keeps.disks.some(
            (disk: { id: string; delete_blocked: string | null }) =>
              goes.includes(disk.id) && disk.delete_blocked !== null,
          )
        expect(answer.status).toBe(refused ? 400 : 204)
        if (plan.blocked) expect(answer.body.message).toBe(plan.blocked)
        if (refused) {
          expect(await tableCounts(world)).toEqual(counts)
          return
        }

        const after = new Set(await everything())
        const { db } = world.services
        const { deletes, keeps } = plan
        const idsOf = (items: { id: string }[]) => items.map((item) => item.id)
        const planned = [
          `instance ${id}`,
          ...goes.map((disk) => `disk ${disk}`),
          ...idsOf(deletes.network_interfaces).map((nic) => `network_interface ${nic}`),
          ...idsOf(deletes.affinity_group_memberships).map((group) => `affinity_group_member ${group} ${id}`),
          ...idsOf(deletes.anti_affinity_group_memberships).map(
            (group) => `anti_affinity_group_member ${group} ${id}`,
          ),
        ]
        const gone = before.filter((row) => !after.has(row))
        expect(gone.filter((row) => !row.startsWith('external_ip ')).toSorted()).toEqual(planned.toSorted())
        // Addresses without a name are identified by their value.
        expect(gone.filter((row) => row.startsWith('external_ip '))).toHaveLength(deletes.external_ips.length)

        const kept = idsOf(keeps.disks).filter((disk) => !goes.includes(disk))
        const rows = kept.length
          ? await db.selectFrom('disk').selectAll().where('id', 'in', kept).execute()
          : []
        expect(rows.map((row) => row.instance_id)).toEqual(kept.map(() => null))
        for (const { id: floating } of keeps.floating_ips) {
          const { body } = await world.ask('GET', `/v1/floating-ips/${floating}`)
          expect(body.instance_id).toBeNull()
        }
        const { used, rows: counted } = await useAndRows(world)
        expect(used).toEqual(counted)
      }),
      { numRuns: RUNS },
    )
  })

  test('describes disks, addresses and groups', async () => {
    const { id } = await make({
      disks: [
        { state: 'attached', goes: false },
        { state: 'creating', goes: false },
      ],
      boots: true,
      nics: 1,
      ephemeral: true,
      floating: 1,
      affinity: ['affinity-one'],
      antiAffinity: ['anti-affinity-two'],
      state: 'running',
    })
    const name = (await world.ask('GET', `/v1/instances/${id}`)).body.name
    const plan = await planOf(id)
    expect(plan).toMatchObject({
      blocked: 'cannot delete instance: instance is running or has not yet fully stopped',
      deletes: {
        network_interfaces: [{ name: 'net0' }],
        affinity_group_memberships: [{ name: 'affinity-one' }],
        anti_affinity_group_memberships: [{ name: 'anti-affinity-two' }],
      },
      keeps: {
        disks: [
          { name: `${name}-disk0`, size: GiB, state: 'attached', boot: true, delete_blocked: null },
          {
            name: `${name}-disk1`,
            size: 2 * GiB,
            state: 'creating',
            boot: false,
            delete_blocked: 'disk cannot be deleted in state "creating"',
          },
        ],
        floating_ips: [{ name: `${name}-ip0` }],
      },
    })
    const { external_ips: addresses, network_interfaces: nics } = plan.deletes
    expect(addresses.map(({ kind }: { kind: string }) => kind)).toEqual(['ephemeral', 'snat'])
    expect(nics[0].ips).toContainEqual(expect.stringMatching(/^10\.0\.0\.\d+$/))
  })
})

describe('disks to delete with the instance', () => {
  const bare = {
    disks: [{ state: 'attached' as const, goes: true }],
    boots: true,
    nics: 0,
    ephemeral: false,
    floating: 0,
    affinity: [],
    antiAffinity: [],
    state: 'stopped' as const,
  }

  test('must be attached to the instance, or nothing is deleted', async () => {
    const one = await make(bare)
    const other = await make(bare)
    const before = await tableCounts(world)
    for (const foreign of [other.goes[0]!, crypto.randomUUID()])
      expect(await world.ask('DELETE', `${one.path}?${withDisks([...one.goes, foreign])}`)).toMatchObject({
        status: 400,
        body: {
          error_code: 'InvalidRequest',
          message: `no disk with id "${foreign}" is attached to the instance`,
        },
      })
    expect((await world.ask('DELETE', `${one.path}?delete_disks=data`)).status).toBe(400)
    expect(await tableCounts(world)).toEqual(before)
  })

  test('are logged as deleted, like everything else that goes', async () => {
    const { id, path, goes } = await make({ ...bare, nics: 1, antiAffinity: ['anti-affinity-one'] })
    await world.ask('DELETE', `${path}?${withDisks(goes)}`)
    const changes = await world.services.db
      .selectFrom('change_log')
      .select(['kind', 'action'])
      .where('action', '=', 'deleted')
      .where((where) => where.or([where('resource_id', 'in', [id, ...goes]), where('parent_id', '=', id)]))
      .execute()
    expect(changes.map(({ kind, action }) => `${kind} ${action}`).toSorted()).toEqual([
      'anti-affinity-group-member deleted',
      'disk deleted',
      'external-ip deleted',
      'instance deleted',
      'instance-network-interface deleted',
    ])
  })
})

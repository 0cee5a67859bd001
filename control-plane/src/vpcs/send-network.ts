import { makeSpec } from '@granary/domain/network-spec/make.ts'
import { chunks } from '../kit/chunks.ts'
import { fleet } from '../kit/authorization.ts'
import { eventLoopTurn } from '../kit/event-loop-turn.ts'
import type { Reader } from '../kit/reader.ts'
import type { Services } from '../kit/services.ts'
import { inLockedTransaction, inSnapshot, systemContext } from '../kit/transaction.ts'
import { unlogged } from '../kit/unlogged.ts'
import { hashToken } from '../shared/sign-in/token.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { networkOf } from './network.ts'

/** Key of the task that compares the driver's networks with ours. */
const ALL = 'all'

/** After a large network was sent, further changes wait, so that one network that changes all the time doesn't take all the processor's time. */
const REST_PER_CHARACTER_MS = 0.0015
const SHORTEST_REST_MS = 40

/** When a network was sent, in milliseconds since 1970, and for how long it rests. */
type Rest = { from: number; length: number }

const rests = new WeakMap<Reader, Map<string, Rest>>()

function restsOf({ db }: Services): Map<string, Rest> {
  const known = rests.get(db) ?? new Map<string, Rest>()
  rests.set(db, known)
  return known
}

/** Compares the driver's networks with ours once, after a start: it may have lost some, or be another driver. */
export const checkNetworks = (services: Services): Promise<void> =>
  inLockedTransaction(systemContext(services, 'check_networks'), (context) =>
    enqueue(context, 'network', ALL, fleet),
  )

/** Sends the network of a VPC to the driver, unless it has this version; deletes the network of a deleted VPC. */
export async function sendNetwork(services: Services, key: string): Promise<Outcome> {
  if (key === ALL) return enqueueDiffering(services)
  const { compute, clock } = services
  const resting = restsOf(services)
  const rest = resting.get(key)
  if (rest) {
    const rested = clock.now().getTime() - rest.from
    // A clock that went back must not prolong the rest.
    if (rested >= 0 && rested < rest.length) return { again: rest.length - rested }
  }
  resting.delete(key)
  const found = await inSnapshot(systemContext(services, 'send_network'), async (context) => {
    const row = await context.db.selectFrom('vpc').selectAll().where('id', '=', key).executeTakeFirst()
    const sent = await context.db
      .selectFrom('network_sent')
      .select('version')
      .where('vpc_id', '=', key)
      .executeTakeFirst()
    return row && { network: await networkOf(context, row), sent: sent?.version }
  })
  if (!found) {
    await compute.deleteNetwork(key)
    return setSent(services, key, null)
  }
  // A large network takes tens of milliseconds in each of these steps.
  await eventLoopTurn()
  const spec = makeSpec(found.network)
  await eventLoopTurn()
  const text = JSON.stringify(spec)
  const version = services.sha256 ? services.sha256(text) : await hashToken(text)
  if (version === found.sent) return
  await compute.ensureNetwork({ ...spec, version })
  const length = text.length * REST_PER_CHARACTER_MS
  if (length >= SHORTEST_REST_MS) resting.set(key, { from: clock.now().getTime(), length })
  await setSent(services, key, version)
}

const setSent = (services: Services, vpcId: string, version: string | null): Promise<void> =>
  inLockedTransaction(systemContext(services, 'send_network'), async (context) => {
    if (version === null) {
      await unlogged(context).deleteFrom('network_sent').where('vpc_id', '=', vpcId).execute()
      return
    }
    await unlogged(context)
      .insertInto('network_sent')
      .values({ vpc_id: vpcId, version })
      .onConflict((conflict) => conflict.column('vpc_id').doUpdateSet({ version }))
      .execute()
  })

/** Enqueues the networks of which the driver has another version than the one that was sent last, or should have none. */
async function enqueueDiffering(services: Services): Promise<void> {
  const { db, compute } = services
  const held = new Map((await compute.networks()).map(({ id, version }) => [id, version]))
  const sent = await db.selectFrom('network_sent').selectAll().execute()
  const sentVersions = new Map(sent.map(({ vpc_id, version }) => [vpc_id, version]))
  const vpcs = await db
    .selectFrom('vpc')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select(['vpc.id', 'project.silo_id'])
    .execute()
  const silos = new Map(vpcs.map(({ id, silo_id }) => [id, silo_id]))
  const differing = [...new Set([...silos.keys(), ...held.keys(), ...sentVersions.keys()])].filter(
    (id) => !silos.has(id) || !held.has(id) || held.get(id) !== sentVersions.get(id),
  )
  for (const ids of chunks(differing))
    await inLockedTransaction(systemContext(services, 'check_networks'), async (context) => {
      await unlogged(context).deleteFrom('network_sent').where('vpc_id', 'in', ids).execute()
      for (const id of ids) await enqueue(context, 'network', id, { siloId: silos.get(id) ?? null })
    })
}

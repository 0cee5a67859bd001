import { present } from '../kit/base/present.ts'
import type { Gap } from '@granary/compute/network.ts'
import { makeSpec } from '@granary/domain/network-spec/make.ts'
import { chunks } from '../kit/base/chunks.ts'
import { fleet } from '../kit/resources/authorization.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, inSnapshot, systemContext } from '../kit/resources/transaction.ts'
import { unlogged } from '../kit/sql/unlogged.ts'
import { hashToken } from '../access/token.ts'
import { enqueue } from '../tasks/queue.ts'
import type { Outcome } from '../tasks/task-function.ts'
import { siloOfProject } from '../kinds/silo-of-project.ts'
import { touchVpc } from '../kinds/touch-vpc.ts'
import type { Context } from '../kit/context/context.ts'
import { networkOf } from './network.ts'

/** Key of the task that compares the driver's networks with ours. */
const ALL = 'all'

/** After a large network was sent, further changes wait, so that one network that changes all the time doesn't take all the processor's time. */
const REST_PER_CHARACTER_MS = 0.0015
const SHORTEST_REST_MS = 40

/** When a network was sent, in milliseconds since 1970, and for how long it rests. */
type Rest = { from: number; length: number }

const restsByVpc = () => new Map<string, Rest>()

/** Compares the driver's networks with ours once, after a start: it may have lost some, or be another driver. */
export const checkNetworks = (services: Services): Promise<void> =>
  inLockedTransaction(systemContext(services, 'check_networks'), (context) =>
    enqueue(context, 'network', ALL, fleet),
  )

/** Stores the gaps of the driver again when they have changed by themselves. @returns a function that ends this. */
export function followGaps(services: Services): () => Promise<void> {
  const { compute, log } = services
  const end = compute.onGaps?.(() => {
    checkNetworks(services).catch((error: unknown) =>
      log('warn', 'changed gaps of networks were not read', { error: String(error) }),
    )
  })
  return async () => end?.()
}

/** Sends the network of a VPC to the driver, unless it has this version; deletes the network of a deleted VPC. */
export async function sendNetwork(services: Services, key: string): Promise<Outcome> {
  if (key === ALL) return enqueueDiffering(services)
  const { compute, clock } = services
  const resting = services.state.of(restsByVpc)
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
  const version = hashToken(text)
  if (version === found.sent) return
  const gaps = textOf(await compute.ensureNetwork({ ...spec, version }))
  const length = text.length * REST_PER_CHARACTER_MS
  if (length >= SHORTEST_REST_MS) resting.set(key, { from: clock.now().getTime(), length })
  await setSent(services, key, { version, gaps })
}

/** Returns gaps as they are stored, by subject. */
const textOf = (gaps: readonly Gap[]): string =>
  JSON.stringify(gaps.toSorted((one, other) => (one.subject < other.subject ? -1 : 1)))

type Sent = { version: string; gaps: string }

/** Stores what the driver has of a network. Other gaps are a change of the VPC, so that open pages show them. */
const setSent = (services: Services, vpcId: string, sent: Sent | null): Promise<void> =>
  inLockedTransaction(systemContext(services, 'send_network'), async (context) => {
    if (sent === null) {
      await unlogged(context).deleteFrom('network_sent').where('vpc_id', '=', vpcId).execute()
      return
    }
    const before = await context.db
      .selectFrom('network_sent')
      .select('gaps')
      .where('vpc_id', '=', vpcId)
      .executeTakeFirst()
    await unlogged(context)
      .insertInto('network_sent')
      .values({ vpc_id: vpcId, ...sent })
      .onConflict((conflict) => conflict.column('vpc_id').doUpdateSet(sent))
      .execute()
    if (sent.gaps !== (before?.gaps ?? textOf([]))) await touch(context, vpcId)
  })

async function touch(context: Context, vpcId: string): Promise<void> {
  const row = await context.db.selectFrom('vpc').selectAll().where('id', '=', vpcId).executeTakeFirst()
  if (!row) return
  const scope = { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
  touchVpc(context, { row, scope })
}

/**
 * Enqueues the networks of which the driver has another version than the one that was sent last, or should have none. Of the
 * others it stores the gaps, which may have changed while the server was down.
 */
async function enqueueDiffering(services: Services): Promise<void> {
  const { db, compute } = services
  const held = new Map((await compute.networks()).map((network) => [network.id, network]))
  const sent = new Map(
    (await db.selectFrom('network_sent').selectAll().execute()).map((row) => [row.vpc_id, row]),
  )
  const vpcs = await db
    .selectFrom('vpc')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select(['vpc.id', 'project.silo_id'])
    .execute()
  const silos = new Map(vpcs.map(({ id, silo_id }) => [id, silo_id]))
  const isSame = (id: string) =>
    silos.has(id) && held.has(id) && held.get(id)?.version === sent.get(id)?.version
  const ids = [...new Set([...silos.keys(), ...held.keys(), ...sent.keys()])]
  for (const id of ids.filter(isSame)) {
    const { version, gaps } = present(held.get(id), 'the answer of the driver')
    if (textOf(gaps) !== sent.get(id)?.gaps) await setSent(services, id, { version, gaps: textOf(gaps) })
  }
  for (const some of chunks(ids.filter((id) => !isSame(id))))
    await inLockedTransaction(systemContext(services, 'check_networks'), async (context) => {
      // The gaps stay until the network was sent again.
      await unlogged(context)
        .updateTable('network_sent')
        .set({ version: '' })
        .where('vpc_id', 'in', some)
        .execute()
      for (const id of some) await enqueue(context, 'network', id, { siloId: silos.get(id) ?? null })
    })
}

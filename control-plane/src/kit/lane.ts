import { clientNetwork } from '@granary/domain/client-networks.ts'
import type { Lane, Origin } from '../database/fair-queue.ts'
import { inLane } from '../database/lanes.ts'
import type { Bindings } from './bindings.ts'
import type { Context } from './context.ts'
import { hostDatabase } from './host-database.ts'
import { rawWriter } from './raw-writer.ts'
import type { Reader } from './reader.ts'
import type { InnerServices } from './services.ts'

/** Returns whose turn the work of a context takes. The operations of the system, and of callers without a silo, take turns like users. */
export function laneOf({
  actor,
  provisioner,
  signsInTo,
  operation,
}: Pick<Context, 'actor' | 'provisioner' | 'signsInTo' | 'operation'>): Origin {
  if (actor) return { silo: actor.siloId, user: actor.userId, operation }
  if (provisioner) return { silo: provisioner.siloId, user: provisioner.tokenId, operation }
  return { silo: signsInTo ?? '', user: operation, operation }
}

type Client = Pick<Bindings, 'clientAddress'>

/** Returns whose turn a request without a caller takes: that of its client's network. */
export const laneOfNetwork = ({ clientAddress }: Client): Lane => ({
  silo: '',
  user: clientNetwork(clientAddress),
})

/** Returns whose turn a request takes. */
export const laneOfRequest = (context: Context, client: Client): Lane =>
  context.actor || context.provisioner ? laneOf(context) : laneOfNetwork(client)

/** Returns a database whose statements outside of transactions and snapshots take the turns of a lane. */
export const databaseInLane = (services: InnerServices, lane: Lane): Reader =>
  inLane(rawWriter({ db: hostDatabase(services) }), lane)

import { present } from '../kit/base/present.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { PeerState, RoutingState } from '@granary/compute/routing.ts'
import { bfdSessionView } from '../kinds/bfd-session.ts'
import { describeError } from '../kit/base/describe-error.ts'
import { inTime } from '../kit/base/in-time.ts'
import type { Services } from '../kit/context/services.ts'
import { type Checked, type Found, found } from './found.ts'

/** Time in which a BGP session has to be established; milliseconds. */
const PATIENCE_MS = 60_000
/** Maximum number of sessions of each protocol that have alerts. */
const MAX_SESSIONS = 1_000

const NOTHING: Checked = { names: [], causes: [] }

/** Asks the switches which BGP and BFD sessions are down. While they do not answer, nothing is known. */
export async function networkCauses(services: Services): Promise<Checked> {
  const all = await Promise.all([bgp, bfd].map((ask) => answered(services, ask)))
  return { names: all.flatMap(({ names }) => names), causes: all.flatMap(({ causes }) => causes) }
}

const answered = (services: Services, ask: (services: Services) => Promise<Checked>): Promise<Checked> =>
  inTime(services, ask(services)).catch((error: unknown) => {
    if (!(error instanceof DriverError))
      services.log('warn', 'sessions of switches could not be read', { error: describeError(error) })
    return NOTHING
  })

async function bgp({ compute, clock }: Services): Promise<Checked> {
  const states = await compute.routing?.()
  if (!states) return NOTHING
  const last = clock.now().getTime() - PATIENCE_MS
  const isDown = ({ state, since }: PeerState) => state !== 'established' && since.getTime() <= last
  const causes = states.flatMap((of) => of.peers.filter(isDown).map((peer) => downPeer(of, peer)))
  return { names: ['network.bgp.down'], causes: causes.slice(0, MAX_SESSIONS) }
}

function downPeer({ rackId, slot }: RoutingState, { id, address, localAsn, state, since }: PeerState): Found {
  const payload = {
    message: `The BGP session of ${slot} with ${id} is not established`,
    switch_slot: slot,
    peer: id,
    address,
    local_asn: localAsn,
    state,
    since: since.toISOString(),
  }
  return found('network.bgp.down', { subject: null, key: [rackId, slot, localAsn, id].join('/'), payload })
}

/** Makes what a server remembers of its last check: the sessions that were down. One that has just begun is down too. */
const downBefore = (): { ids: ReadonlySet<string> | null } => ({ ids: null })

async function bfd({ db, compute, state }: Services): Promise<Checked> {
  if (!compute.bfdStates) return NOTHING
  const rows = await db.selectFrom('bfd_session').selectAll().limit(MAX_SESSIONS).execute()
  const sessions = rows.map(bfdSessionView)
  const states = sessions.length === 0 ? [] : await compute.bfdStates(sessions)
  const memory = state.of(downBefore)
  const before = memory.ids
  const now = new Set(rows.filter((_, at) => states[at] === 'down').map(({ id }) => id))
  memory.ids = now
  // After a start, an alert that is open stays as it is.
  if (!before) return NOTHING
  const causes = rows.flatMap(({ id }, at): Found[] => {
    if (!now.has(id) || !before.has(id)) return []
    const { switchSlot, peer } = present(sessions[at], 'the session')
    const payload = {
      message: `The BFD session of ${switchSlot} with ${peer} is down`,
      session_id: id,
      switch_slot: switchSlot,
      peer,
    }
    const subject = { kind: 'bfd-session', id, name: `${switchSlot} ${peer}`, siloId: null }
    return [found('network.bfd.down', { subject, payload })]
  })
  return { names: ['network.bfd.down'], causes }
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { hasStreamedBody } from '@granary/control-plane/edge/streamed-body.ts'
import { eventLoopTurn } from '@granary/control-plane/kit/event-loop-turn.ts'
import type { Log } from '@granary/control-plane/kit/log.ts'
import { clientNetwork } from '@granary/domain/client-networks.ts'
import { MiB } from '@granary/domain/sizes.ts'

/** Bytes that slow clients may make the server hold, all together: answers that they don't take, and parts of bodies. */
const MAX_HELD = 512 * MiB
const SWEEP_MS = 250
/** Connections that are cut off in one turn of the event loop: each ends a request, and hundreds would take half a second together. */
const CUTS_IN_A_TURN = 16

type Options = {
  /** Returns the address of a request's client. */
  addressOf: (incoming: IncomingMessage) => string
  log: Log
  max?: number
  sweepMs?: number
}
type Running = { incoming: IncomingMessage; outgoing: ServerResponse; network: string; bytesBefore: number }

/**
 * Cuts off clients that together make the server hold too much: each of a thousand connections could request a list and not read
 * it. The address with the most loses its largest first, so that an address never loses one because of others that hold more.
 */
export function limitHeld(
  server: Server,
  { addressOf, log, max = MAX_HELD, sweepMs = SWEEP_MS }: Options,
): void {
  const running = new Set<Running>()
  server.on('request', (incoming, outgoing) => {
    const network = clientNetwork(addressOf(incoming))
    const one = { incoming, outgoing, network, bytesBefore: incoming.socket.bytesRead }
    running.add(one)
    outgoing.once('close', () => running.delete(one))
  })

  let isCutting = false
  const timer = setInterval(() => {
    if (isCutting) return
    const held = [...running].map((one) => ({ one, bytes: heldFor(one) })).filter(({ bytes }) => bytes > 0)
    let total = held.reduce((sum, { bytes }) => sum + bytes, 0)
    if (total <= max) return
    const byNetwork = Map.groupBy(held, ({ one }) => one.network)
    const sums = new Map(
      [...byNetwork].map(([of, its]) => [of, its.reduce((sum, { bytes }) => sum + bytes, 0)]),
    )
    for (const its of byNetwork.values()) its.sort((a, b) => a.bytes - b.bytes)
    const cut: Socket[] = []
    while (total > max) {
      const [network, sum] = [...sums].reduce((most, each) => (each[1] > most[1] ? each : most))
      const { one, bytes } = byNetwork.get(network)!.pop()!
      cut.push(one.incoming.socket)
      sums.set(network, sum - bytes)
      total -= bytes
    }
    isCutting = true
    void cutOff(cut).then(() => (isCutting = false))
    log('warn', 'slow clients were cut off: the server held too much for them', {
      connections: cut.length,
      max,
    })
  }, sweepMs).unref()
  server.once('close', () => clearInterval(timer))
}

async function cutOff(sockets: readonly Socket[]): Promise<void> {
  for (const [index, socket] of sockets.entries()) {
    if (index > 0 && index % CUTS_IN_A_TURN === 0) await eventLoopTurn()
    socket.destroy()
  }
}

/** Returns the bytes that wait for a client to take them, or for the rest of its body. A streamed body goes to the disk. */
function heldFor({ incoming, outgoing, bytesBefore }: Running): number {
  const { complete, socket, method = '', url = '' } = incoming
  const isArriving = !complete && !hasStreamedBody(method, url.split('?')[0]!)
  return outgoing.writableLength + (isArriving ? socket.bytesRead - bytesBefore : 0)
}

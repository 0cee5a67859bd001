import { refused, requireConsole } from '../instances/serial-console.ts'
import { contract } from '@granary/contract/contract.ts'
import type { SerialConnection } from '@granary/compute/serial.ts'
import { contextOf } from './pipeline.ts'
import { toSnake } from '@granary/contract/codec.ts'
import type { Bindings } from '../kit/request/bindings.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import { readInput } from '../kit/request/input.ts'
import { type Presented, presentedBy } from '../access/authenticate.ts'
import { type Gate, queueOf } from './gate.ts'
import type { Incoming } from './audit-entry.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { admit } from '../kinds/admit.ts'
import type { RequestOf } from '../kinds/handler.ts'
import { driverInTime } from '../kit/context/driver-in-time.ts'
import type { Services } from '../kit/context/services.ts'
import { newTrail, type Trail } from '../kit/log/trail.ts'
import { Audit } from './audit.ts'
import { databaseRefusal } from './database-refusal.ts'
import { noteSecurity } from './request-log.ts'
import type { Client } from '../access/allowed-sources.ts'
import { ACCESS_CHECK_INTERVAL_MS, accessVersion, currentActor } from '../access/caller.ts'

const ID = 'instanceSerialConsoleStream'
const PATH = /^\/v1\/instances\/([^/]+)\/serial-console\/stream$/

/** Time after which a driver that does not answer keeps no seat; milliseconds. */
const CONNECT_MS = 1_000

/** Whether a request asks for the websocket of a serial console. */
export const isSerialConsolePath = (pathname: string): boolean => PATH.test(pathname)

/** Opens the serial console that a websocket request names. @throws ApiError as the HTTP operations do. */
export async function openSerialConsole(
  { services, gate }: { services: Services; gate: Gate },
  request: Request,
  bindings: Bindings,
): Promise<SerialConnection> {
  const { meaning, isAudited } = contract[ID]
  const incoming = { operation: toSnake(ID), meaning, isAudited, request, bindings }
  const trail = newTrail()
  const audit = new Audit(services, incoming, trail)
  try {
    const presented = presentedBy(request, bindings)
    const key = queueOf(services, presented, bindings)
    gate.limit(key)
    const connection = await gate.run({ key, maxMs: CONNECT_MS }, () =>
      open(services, { incoming, presented, trail }),
    )
    try {
      await audit.complete({ status: 101, refusal: null })
    } catch (error) {
      connection.close()
      throw error
    }
    noteSecurity(services, incoming, { trail, status: 101, refusal: null })
    return connection
  } catch (error) {
    const known = databaseRefusal(error)
    const refusal = known instanceof ApiError ? known : null
    noteSecurity(services, incoming, { trail, status: refusal?.status ?? 500, refusal })
    await audit.complete({ status: refusal?.status ?? 500, refusal })
    throw error
  }
}

type Traced = { incoming: Incoming; presented: Presented | null; trail: Trail }

async function open(services: Services, traced: Traced): Promise<SerialConnection> {
  const { request, bindings } = traced.incoming
  const match = PATH.exec(new URL(request.url).pathname)
  if (!match) throw new ApiError(404, undefined, 'Not Found')
  const context = await contextOf(services, ID, traced)
  const asked = await readInput(contract[ID], request, {
    params: { instance: decoded(match[1]!) },
    readBytes: bindings.readBytes,
    extensions: services.settings.extensions,
  })
  const { query, found } = await admit(context, ID, asked as RequestOf<typeof ID>)
  const { row } = found
  requireConsole(row)
  const { mostRecent } = query
  const leave = countConsole(context)
  try {
    const connection = await refused(() =>
      driverInTime(services)
        .serial(row.id)
        .connect(mostRecent === undefined ? {} : { mostRecent }),
    )
    void connection.closed.then(leave)
    endWithPermission({ context, client: bindings }, row.id, connection)
    return connection
  } catch (error) {
    leave()
    throw error
  }
}

/** Counts an open console of the caller and of their silo. @throws ApiError 429 at the limit of either. */
function countConsole(context: Context): () => void {
  const { userId, siloId } = actorOf(context)
  const leaveUser = countOpen(context.services, 'consoles', userId)
  try {
    const leaveSilo = countOpen(context.services, 'siloConsoles', siloId)
    return () => {
      leaveUser()
      leaveSilo()
    }
  } catch (error) {
    leaveUser()
    throw error
  }
}

/** Closes a console when its session or token ends, or when the user loses the permission. */
function endWithPermission(
  { context, client }: { context: Context; client: Client },
  instanceId: string,
  connection: SerialConnection,
): void {
  const { services } = context
  const actor = actorOf(context)
  let isOpen = true
  let cancel = () => {}
  const look = async () => {
    const now = await currentActor(services, { actor, client }, await accessVersion(services))
    if (!now) return connection.close()
    await admit({ ...context, actor: now }, ID, {
      path: { instance: instanceId },
      query: {},
      body: undefined,
    })
    later()
  }
  const later = () => {
    // It may close while a check runs.
    if (!isOpen) return
    // A refusal and a failed check both end it: a user with the permission can reopen it.
    cancel = services.clock.setTimer(
      ACCESS_CHECK_INTERVAL_MS,
      () => void look().catch(() => connection.close()),
    )
  }
  later()
  void connection.closed.then(() => {
    isOpen = false
    cancel()
  })
}

/** A stray `%` makes the name invalid, and it is refused as such. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

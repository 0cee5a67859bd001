import { refused, requireConsole } from '../instances/serial-console.ts'
import { toSnake } from '@granary/contract/codec.ts'
import { contract } from '@granary/contract/contract.ts'
import type { SerialConnection } from '@granary/compute/serial.ts'
import { requestContext } from './request-context.ts'
import type { Bindings } from '../kit/bindings.ts'
import { accessVersion } from '../kit/access-version.ts'
import { callerTurn } from '../kit/caller-turns.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { ApiError } from '../kit/errors.ts'
import { readInput } from '../kit/input.ts'
import { laneOfRequest } from '../kit/lane.ts'
import { countOpen } from '../kit/open-counts.ts'
import { admit } from '../kinds/admit.ts'
import type { RequestOf } from '../kinds/handler.ts'
import type { Services } from '../kit/services.ts'
import { newTrail, type Trail } from '../kit/trail.ts'
import { databaseRefusal } from './database-refusal.ts'
import { noteSecurity } from './request-log.ts'
import type { Client } from '../shared/sign-in/allowed-sources.ts'
import { ACCESS_CHECK_INTERVAL_MS, currentActor } from '../shared/sign-in/caller.ts'

const ID = 'instanceSerialConsoleStream'
const PATH = /^\/v1\/instances\/([^/]+)\/serial-console\/stream$/

/** Whether a request asks for the websocket of a serial console. */
export const isSerialConsolePath = (pathname: string): boolean => PATH.test(pathname)

/** Opens the serial console that a websocket request names. @throws ApiError as the HTTP operations do. */
export async function openSerialConsole(
  services: Services,
  request: Request,
  bindings: Bindings,
): Promise<SerialConnection> {
  const incoming = { operation: toSnake(ID), meaning: 'change' as const, request, bindings }
  const trail = newTrail()
  try {
    const connection = await open(services, { request, bindings, trail })
    noteSecurity(services, incoming, { trail, status: 101, refusal: null })
    return connection
  } catch (error) {
    const known = databaseRefusal(error)
    const refusal = known instanceof ApiError ? known : null
    noteSecurity(services, incoming, { trail, status: refusal?.status ?? 500, refusal })
    throw error
  }
}

async function open(
  services: Services,
  { request, bindings, trail }: { request: Request; bindings: Bindings; trail: Trail },
): Promise<SerialConnection> {
  const match = PATH.exec(new URL(request.url).pathname)
  if (!match) throw new ApiError(404, undefined, 'Not Found')
  const context = await requestContext(services, ID, { request, bindings, trail })
  await callerTurn(services, laneOfRequest(context, bindings))
  const asked = await readInput(contract[ID], request, {
    params: { instance: decoded(match[1]!) },
    readBytes: bindings.readBytes,
    nextTurn: () => {},
    extensions: services.settings.extensions,
  })
  const { query, found } = await admit(context, ID, asked as RequestOf<typeof ID>)
  const { row } = found
  requireConsole(row)
  const { mostRecent } = query
  const leave = countConsole(context)
  try {
    const connection = await refused(() =>
      services.compute.serial(row.id).connect(mostRecent === undefined ? {} : { mostRecent }),
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
    const now = await currentActor(services, { actor, client }, await accessVersion(context))
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

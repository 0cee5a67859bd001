import { contract } from '@granary/contract/contract.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { SerialConnection, SerialHistory, SerialRange } from '@granary/compute/serial.ts'
import { instanceServerOutcome } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../database/schema.ts'
import { requestContext } from '../kit/app.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { ApiError, invalidRequest, unavailable } from '../kit/errors.ts'
import { readInput } from '../kit/input.ts'
import { find } from '../kit/lookup.ts'
import type { Services } from '../kit/services.ts'
import { loadActor } from '../session/actor.ts'
import { stillHolds } from '../session/authenticate.ts'
import { instance } from './resource.ts'

const PATH = /^\/v1\/instances\/([^/]+)\/serial-console\/stream$/

/** Whether a request asks for the websocket of a serial console. */
export const isSerialConsolePath = (pathname: string): boolean => PATH.test(pathname)

/** Opens the serial console that a websocket request names. @throws ApiError as the HTTP operations do. */
export async function openSerialConsole(services: Services, request: Request): Promise<SerialConnection> {
  const match = PATH.exec(new URL(request.url).pathname)
  if (!match) throw new ApiError(404, undefined, 'Not Found')
  const context = await requestContext(services, 'instanceSerialConsoleStream', request)
  const operation = contract.instanceSerialConsoleStream
  const { path, query } = (await readInput(operation, request, {
    instance: decoded(match[1]!),
  })) as unknown as {
    path: { instance: string }
    query: { project?: string; mostRecent?: number }
  }
  const { row } = await find(context, instance, { ...query, ...path }, 'modify_contents')
  requireConsole(row)
  const { mostRecent } = query
  const connection = await refused(() =>
    services.compute.serial(row.id).connect(mostRecent === undefined ? {} : { mostRecent }),
  )
  endWithPermission(context, row.id, connection)
  return connection
}

/** Between two looks whether who opened a console still may; milliseconds. */
const LOOK_AGAIN = 10_000

/** Closes a console when the session or token by which it was opened ends, or the right to use it is taken away. */
function endWithPermission(context: Context, instanceId: string, connection: SerialConnection): void {
  const { services } = context
  const actor = actorOf(context)
  let cancel = () => {}
  const look = async () => {
    const now = (await stillHolds(services, actor))
      ? await loadActor(services.db, actor.userId, actor.sessionId, actor.token)
      : null
    if (!now) return connection.close()
    await find({ ...context, actor: now }, instance, { instance: instanceId }, 'modify_contents')
    later()
  }
  const later = () => {
    // What is refused and what cannot be asked ends it alike: whoever may can open it again.
    cancel = services.clock.setTimer(LOOK_AGAIN, () => void look().catch(() => connection.close()))
  }
  later()
  void connection.closed.then(() => cancel())
}

/** A stray `%` is no name, and is refused as such. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What the serial console put out since boot. @throws ApiError 400 when there is none, or the range is gone. */
export async function readSerialHistory(
  context: Context,
  row: InstanceRow,
  range: SerialRange,
): Promise<SerialHistory> {
  requireConsole(row)
  return refused(() => context.services.compute.serial(row.id).history(range))
}

function requireConsole(row: InstanceRow): void {
  if (instanceServerOutcome('serial_console', row.run_state) !== 'ok')
    throw invalidRequest(`cannot connect to serial console of instance in state "${row.run_state}"`)
}

async function refused<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'invalid' || error.kind === 'not_found'))
      throw invalidRequest(`serial console: ${error.message}`)
    if (!(error instanceof DriverError)) throw error
    throw unavailable('the serial console does not answer at present; try again')
  }
}

import { isObject } from '@granary/contract/codec.ts'
import type { Change } from '../kit/log/change.ts'
import { fleet } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import { inLockedTransaction, inSnapshot, systemContext } from '../kit/resources/transaction.ts'
import { enqueue } from '../tasks/queue.ts'
import { wantedRouters } from './wanted-routers.ts'

/** Key of the one task: the driver is told about all routers at once. */
const ALL = 'all'

const enqueueRouters = (context: Context): Promise<void> => enqueue(context, 'routers', ALL, fleet)

/** Sends the BGP routers to the driver once, after a start: it may have lost them, or be another driver. */
export async function checkRouters(services: Services): Promise<void> {
  if (!services.compute.ensureRouters) return
  await inLockedTransaction(systemContext(services, 'check_routers'), enqueueRouters)
}

/** Sends the BGP routers to the driver soon after a transaction that changed them. */
export async function followRouterChanges(context: Context, changes: readonly Change[]): Promise<void> {
  if (changes.some(changesRouters)) await enqueueRouters(context)
}

/** Tells the driver which BGP routers the switches run. */
export async function sendRouters(services: Services): Promise<void> {
  const routers = await inSnapshot(systemContext(services, 'send_routers'), ({ db }) => wantedRouters(db))
  await services.compute.ensureRouters?.(routers)
}

function changesRouters({ kind, before, after }: Change): boolean {
  if (kind === 'bgp-config' || kind === 'bgp-announcement') return true
  return kind === 'switch-port' && settingsOf(before) !== settingsOf(after)
}

/** Returns the settings that a port has. */
const settingsOf = (port: Change['before']): unknown => (isObject(port) && port.portSettingsId) || null

import { MiB } from '@granary/domain/sizes.ts'
import { enforceLimit } from '../base/limit.ts'
import type { Context } from '../context/context.ts'
import type { InnerServices } from '../context/services.ts'

const HOUR_MS = 3_600_000

/**
 * Bytes that the audit log and the change log need for a request, besides the states in the entries. A character of those counts as a
 * byte, as most are ASCII, and a count of its bytes would take a pass over each text. The body of the request stands for the rows that it
 * writes, which have more than the entries show: user data, certificates, metadata of identity providers.
 */
const BYTES_PER_REQUEST = 512
const BYTES_PER_ENTRY = 256

/** Maximum number of silos whose bytes are remembered. */
const MAX_SILOS = 10_000

type Spent = { hour: number; bytes: number }

/** The bytes that each silo has written in the current hour. Each server counts its own. */
const spentBySilo = () => new Map<string, Spent>()

/**
 * Charges the entries of a transaction, and the body of its request, to the budget of its caller's silo, once it is committed. What deletes, ends work or withdraws
 * access is charged and never refused. The system's own changes, which are few for each change of a caller, are free.
 * @throws ApiError 429 if the silo has used up its budget.
 */
export function chargeLog(
  context: Context,
  entries: readonly { before: string | null; after: string | null }[],
): void {
  const silo = context.actor?.siloId ?? context.provisioner?.siloId
  if (silo === undefined) return
  const { services } = context
  const used = spentOf(services, silo, context.clock.now().getTime())
  if (!context.goesOn) enforceLimit('logEntries', used.bytes / MiB)
  const bytes = entries.reduce(
    (sum, { before, after }) => sum + BYTES_PER_ENTRY + (before?.length ?? 0) + (after?.length ?? 0),
    BYTES_PER_REQUEST + (entries.length > 0 ? (context.bodyBytes ?? 0) : 0),
  )
  context.afterCommit.push(() => void (used.bytes += bytes))
}

function spentOf(services: InnerServices, silo: string, time: number): Spent {
  const bySilo = services.state.of(spentBySilo)
  const hour = Math.floor(time / HOUR_MS)
  const known = bySilo.get(silo)
  if (known?.hour === hour) return known
  if (bySilo.size >= MAX_SILOS) bySilo.clear()
  const begun = { hour, bytes: 0 }
  bySilo.set(silo, begun)
  return begun
}

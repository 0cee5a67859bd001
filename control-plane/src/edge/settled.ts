import type { DiskStateName } from '@granary/domain/disk-states.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import type { CopyState } from '@granary/domain/snapshot-states.ts'
import type { OuterContext } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import type { OuterServices } from '../kit/context/services.ts'
import { disk } from '../kinds/disk.ts'
import { instance } from '../kinds/instance.ts'
import { snapshot } from '../kinds/snapshot.ts'

/** The states from which a resource goes on by itself, and in which most of the actions that a client does next are refused. */
const TRANSITIONAL = {
  disk: {
    resource: disk,
    state: 'state',
    names: new Set<unknown>([
      'attaching',
      'creating',
      'detaching',
      'finalizing',
      'maintenance',
    ] satisfies DiskStateName[]),
  },
  snapshot: {
    resource: snapshot,
    state: 'state',
    names: new Set<unknown>(['creating'] satisfies CopyState[]),
  },
  instance: {
    resource: instance,
    state: 'run_state',
    names: new Set<unknown>(['creating'] satisfies InstanceState[]),
  },
} as const
type Settling = keyof typeof TRANSITIONAL
type Row = { id: string } & Record<string, unknown>

const isSettling = (kind: string): kind is Settling => Object.hasOwn(TRANSITIONAL, kind)

/** Whether a client does not wait for the end of what a request begins: `Prefer: respond-async` (RFC 7240 section 4.1). */
export const respondsAtOnce = ({ headers }: Request): boolean =>
  /(^|,)\s*respond-async\s*(;|,|$)/i.test(headers.get('prefer') ?? '')

/**
 * Holds the answer of a write until the resources that it changed have left their transitional states, so that the client's next
 * request finds the disk, the snapshot or the instance there. Call it after the commit. It waits for `settings.settlingTime` at most.
 * @param value the answer as the handler made it.
 * @param leave gives the seat of the request to others, because this wait takes none.
 * @returns the answer with the state that its resource has now.
 */
export async function settled<Value>(context: OuterContext, value: Value, leave: () => void): Promise<Value> {
  const changed = context.trail.changes.flatMap(({ kind, id, action }) =>
    isSettling(kind) && action !== 'deleted' ? [{ kind, id }] : [],
  )
  const limit = context.services.settings.settlingTime
  if (changed.length === 0 || limit === 0) return value
  leave()
  const rows = await context.services.state.of(makeWaiters).settled(context.services, changed, limit)
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  const now = rows.find(({ row }) => row.id === id)
  return now
    ? { ...value, ...(TRANSITIONAL[now.kind].resource.view as (row: Row) => object)(now.row) }
    : value
}

type Named = { kind: Settling; id: string }
type Found = { kind: Settling; row: Row }
type Waiter = { names: readonly Named[]; rows: Found[]; end: () => void }

const makeWaiters = () => new Waiters()

/** The requests of a server that wait. All share one read after each commit, of any server. */
class Waiters {
  readonly #waiting = new Set<Waiter>()
  #stopListening = () => {}
  #due = false
  #reading = false

  /** Waits until the resources are settled or deleted, or the time has passed. @returns their rows as they were last read. */
  async settled(services: OuterServices, names: readonly Named[], limit: number): Promise<Found[]> {
    const waiter: Waiter = { names, rows: [], end: () => {} }
    const ended = new Promise<void>((resolve) => (waiter.end = resolve))
    if (this.#waiting.size === 0) this.#stopListening = services.listen(() => this.#wake(services))
    this.#waiting.add(waiter)
    const cancel = services.clock.setTimer(limit, waiter.end)
    this.#wake(services)
    await ended
    cancel()
    this.#waiting.delete(waiter)
    if (this.#waiting.size === 0) this.#stopListening()
    return waiter.rows
  }

  #wake(services: OuterServices): void {
    this.#due = true
    if (!this.#reading) void this.#pass(services)
  }

  async #pass(services: OuterServices): Promise<void> {
    this.#reading = true
    while (this.#due && this.#waiting.size > 0) {
      this.#due = false
      const waiting = [...this.#waiting]
      try {
        const rows = await this.#read(
          services,
          waiting.flatMap(({ names }) => names),
        )
        for (const waiter of waiting) {
          waiter.rows = waiter.names.flatMap(({ id }) => rows.get(id) ?? [])
          if (!waiter.rows.some(isTransitional)) waiter.end()
        }
      } catch {
        // Their writes are committed, so the answers as they were made are true, and better than an error.
        for (const { end } of waiting) end()
      }
    }
    this.#reading = false
  }

  async #read({ engine, state }: OuterServices, names: readonly Named[]): Promise<Map<string, Found>> {
    const found = new Map<string, Found>()
    for (const [kind, its] of Map.groupBy(names, (name) => name.kind)) {
      const rows = await state.db
        .selectFrom(TRANSITIONAL[kind].resource.table)
        .selectAll()
        .where(
          isOneOf(
            engine,
            'id',
            its.map(({ id }) => id),
          ),
        )
        .execute()
      for (const row of rows) found.set(row.id, { kind, row })
    }
    return found
  }
}

const isTransitional = ({ kind, row }: Found): boolean => {
  const { state, names } = TRANSITIONAL[kind]
  return names.has(row[state])
}

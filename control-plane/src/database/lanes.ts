import type { DialectAdapter, Kysely } from 'kysely'
import type { Lane } from './fair-queue.ts'
import type { Database } from './schema.ts'

/** Maximum number of remembered databases of lanes. */
const MAX_LANED = 4_096

/** The databases of lanes, over the connections of one database. */
export class Lanes {
  readonly #open: (lane: Lane) => Kysely<Database>
  readonly #known = new Map<string, Kysely<Database>>()

  /** @param open returns a database whose statements take the turns of a lane. */
  constructor(open: (lane: Lane) => Kysely<Database>) {
    this.#open = open
  }

  of(lane: Lane): Kysely<Database> {
    const key = JSON.stringify([lane.silo, lane.user])
    const known = this.#known.get(key)
    if (known) return known
    const laned = this.#open(lane)
    if (this.#known.size >= MAX_LANED) this.#known.clear()
    this.#known.set(key, laned)
    return laned
  }
}

/** The adapter of a dialect whose statements can take the turns of lanes. */
type LaneAdapter = DialectAdapter & { readonly lanes: Lanes }

/**
 * Returns a database whose statements outside of transactions and snapshots take the turns of a lane. Statements of no lane have
 * turns of their own or none, so a user with a hundred of them would delay all others by a hundred.
 */
export function inLane(db: Kysely<Database>, lane: Lane): Kysely<Database> {
  const { adapter, plugins } = db.getExecutor()
  if (db.isTransaction || !('lanes' in adapter)) return db
  const laned = (adapter as LaneAdapter).lanes.of(lane)
  return plugins.reduce((all, plugin) => all.withPlugin(plugin), laned)
}

import type { Engine } from '@granary/control-plane/database/columns.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import type { Kysely } from 'kysely'

/** An open database, and the bell that rings in every server on it after a commit. */
export type OpenDatabase = {
  db: Kysely<Database>
  engine: Engine
  notify: () => void
  listen: (wake: () => void) => () => void
  close: () => Promise<void>
}

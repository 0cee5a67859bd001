import type { Kysely } from 'kysely'
import type { Engine } from './columns.ts'

/** One numbered step of the schema. Released steps are never changed, only followed by others. */
export type Migration = {
  id: number
  name: string
  up: (db: Kysely<unknown>, engine: Engine) => Promise<void>
}

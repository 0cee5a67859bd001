import { sql } from 'kysely'
import { expect } from 'vitest'
import { settled } from '../src/kit/sql/log-order.ts'
import type { World } from './world.ts'

/** Waits until forward readers of the audit log get every entry. On PostgreSQL transactions of tests beside this one hold some back. */
export const settledAudit = ({ services }: Pick<World, 'services'>) =>
  expect
    .poll(async () => {
      const held = services.db
        .selectFrom('audit_log')
        .select('id')
        .where('seq', 'is not', null)
        .where(sql<boolean>`not (${settled(services)})`)
      return (await held.execute()).length
    })
    .toBe(0)

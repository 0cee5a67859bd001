import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Certificates of silos, and the identities of the system itself. */
export const silos: Migration = {
  id: 5,
  name: 'silos',
  async up(db, engine) {
    const t = tables(db, engine)
    await t
      .required(t.belongsTo(t.named('certificate'), 'silo_id', 'silo', 'cascade'), [
        'service',
        'cert',
        'private_key',
      ])
      .execute()
    await t.unique('certificate', 'silo_id', 'name')
    await t.named('user_builtin').execute()
    await t.unique('user_builtin', 'name')
    const time = new Date().toISOString()
    for (const user of USERS_BUILTIN)
      await db
        .withTables<{ user_builtin: Record<string, string> }>()
        .insertInto('user_builtin')
        .values({ ...user, time_created: time, time_modified: time })
        .execute()
  },
}

/** The ids are the same in every installation, so that a recorded id has the same meaning everywhere. */
const USERS_BUILTIN = [
  {
    id: '5e1f0000-0000-4000-8000-000000000001',
    name: 'sign-in',
    description: 'Acts for requests that nobody has signed in for yet',
  },
  {
    id: '5e1f0000-0000-4000-8000-000000000002',
    name: 'system',
    description: 'Sets up the cloud, carries out what takes time, and takes in what hosts report',
  },
]

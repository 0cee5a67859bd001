import { sql } from 'kysely'
import type { Migration } from '../migration.ts'
import { tables } from './table.ts'

/** Releases, the target release, the progress of the update to it, and the roots of trust. */
export const systemUpdate: Migration = {
  id: 48,
  name: 'system-update',
  async up(db, engine) {
    const t = tables(db, engine)
    const repo = ['system_version', 'version_key', 'hash', 'file_name', 'time_created']
    await t.required(t.withId('tuf_repo'), repo).execute()
    await t.unique('tuf_repo', 'system_version')
    await t.unique('tuf_repo', 'version_key')
    let artifact = t.belongsTo(t.create('tuf_artifact'), 'tuf_repo_id', 'tuf_repo', 'cascade')
    artifact = t.required(artifact, ['name', 'version', 'kind', 'hash'])
    await t.required(artifact, ['size'], t.bigint).execute()
    await t.unique('tuf_artifact', 'tuf_repo_id', 'name', 'version', 'kind')
    await t.index('tuf_artifact', 'name', 'version')
    const target = t.required(t.withId('target_release'), ['version', 'time_requested'])
    await t.required(target, ['generation'], t.integer).execute()
    await t.unique('target_release', 'generation')
    await t.required(t.withId('updates_trust_root'), ['root_role', 'time_created']).execute()
    let state = t.required(t.withId('system_update'), ['time_last_step_planned'])
    state = t.optional(state, ['suspended_reason'])
    await t.required(state, ['contact_support'], t.integer).execute()
    await sql`insert into system_update (id, time_last_step_planned, suspended_reason, contact_support)
      values ('fleet', ${new Date().toISOString()}, null, 0)`.execute(db)
    let component = t.required(t.withId('update_component'), ['kind'])
    component = t.optional(component, ['version', 'updating_to'])
    await t.required(component, ['answers', 'failures'], t.integer).execute()
  },
}

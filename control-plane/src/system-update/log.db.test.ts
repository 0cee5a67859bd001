import { afterEach, expect, test } from 'vitest'
import { settledAudit } from '../../test/settled-audit.ts'
import { AT, openUpdateWorld, type UpdateWorld } from '../../test/updates.ts'
import { refreshComponents } from '../shared/updates/refresh-components.ts'
import { runUpdate } from './run-update.ts'

let world: UpdateWorld
afterEach(() => world.close())

test('logs what admins and the planner did', async () => {
  world = await openUpdateWorld({ started: false, speed: 1_000 })
  const { services, ask, upload, setTarget } = world
  const root = await ask('POST', `${AT}/trust-roots`, { signed: {} })
  await upload({ version: '1.0.0' })
  await upload({ version: '2.0.0' })
  await upload('no zip')
  await refreshComponents(services)
  await setTarget('2.0.0')
  await runUpdate(services, new AbortController().signal)
  await ask('DELETE', `/experimental${AT}/repositories/1.0.0`)
  await ask('DELETE', `${AT}/trust-roots/${root.body.id}`)
  const changes = await services.db
    .selectFrom('change_log')
    .select(['kind', 'action', 'name', 'actor_kind'])
    .where('kind', 'in', ['tuf-repo', 'target-release', 'system-update', 'updates-trust-root'])
    .orderBy('seq')
    .execute()
  expect(changes.map((change) => Object.values(change).join(' '))).toEqual([
    'updates-trust-root created  user',
    'tuf-repo created 1.0.0 user',
    'tuf-repo created 2.0.0 user',
    'target-release created 2.0.0 user',
    // One when the step is planned, one when the component runs the release.
    'system-update updated  system',
    'system-update updated  system',
    'tuf-repo deleted 1.0.0 user',
    'updates-trust-root deleted  user',
  ])
  await settledAudit(world)
  const audited = await ask('GET', '/v1/system/audit-log?start_time=2020-01-01T00:00:00Z&limit=1000')
  const entries = audited.body.items as { operation_id: string; result: { http_status_code: number } }[]
  const statusesOf = (operation: string) =>
    entries.filter((entry) => entry.operation_id === operation).map(({ result }) => result.http_status_code)
  expect(statusesOf('system_update_repository_upload')).toEqual([200, 200, 400])
  expect(statusesOf('target_release_update')).toEqual([204])
  expect(statusesOf('system_update_repository_delete')).toEqual([204])
})

import { reconcileInstance } from '@granary/control-plane/instances/reconcile.ts'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld } from '../../../control-plane/test/world.ts'

/** Opens a world without workers. Returns it with a function that lists the statements that PostgreSQL gets from some work. */
async function openCounted() {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const statementsOf = async (work: () => Promise<unknown>) => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    await work()
    const texts = (spy.mock.calls as unknown[][]).map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as { text: string }).text,
    )
    spy.mockRestore()
    return texts.filter((text) => !text.startsWith('notify')).map(briefly)
  }
  return { ...world, statementsOf }
}

/** The verbs of a statement, each with its table. */
const briefly = (text: string): string =>
  [...text.matchAll(/(?:^|\(|\) )(insert into|update|delete from|select .*? from) "(\w+)"/g)]
    .map(([, verb, table]) => `${verb!.split(' ')[0]} ${table}`)
    .join(', ') || text.split(' ')[0]!

// Round trips are most of what a create costs on PostgreSQL.
test('creates an instance in few round trips', async () => {
  const { ask, services, statementsOf } = await openCounted()
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const body = { name: 'web', description: '', hostname: 'web', ncpus: 1, memory: 1024 ** 3, start: false }
  const create = async (name: string) => {
    const made = await ask('POST', '/v1/instances?project=shop', {
      ...body,
      name,
      network_interfaces: { type: 'none' },
    })
    return made.body.id as string
  }
  await reconcileInstance(services, await create('first'))
  let id = ''
  const request = await statementsOf(async () => {
    id = await create('web')
  })
  expect(request).toEqual([
    'select access_version',
    'start',
    'select project',
    'insert instance',
    'insert instance_ssh_key, select ssh_key, insert power_request, insert task, insert audit_log, insert change_log',
    'commit',
  ])
  expect(await statementsOf(() => reconcileInstance(services, id))).toEqual([
    'select instance',
    'select disk, select network_interface, select ssh_key',
    'start',
    // Locks it first.
    'select instance',
    'select instance',
    'update instance',
    'update power_request, insert change_log',
    'commit',
    'select instance',
    'select instance',
    'select disk, select network_interface, select ssh_key',
  ])
})

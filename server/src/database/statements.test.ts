import { StatementSync } from 'node:sqlite'
import { reconcileInstance } from '@granary/control-plane/instances/reconcile.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWorld } from '../../../control-plane/test/world.ts'

/** Opens a world without workers. Returns it with a function that lists the statements of some work. */
async function openCounted() {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const statementsOf = async (work: () => Promise<unknown>) => {
    const spies = (['all', 'run'] as const).map((method) => vi.spyOn(StatementSync.prototype, method))
    await work()
    const calls = spies.flatMap(({ mock }) =>
      mock.contexts.map((statement, index) => ({
        order: mock.invocationCallOrder[index]!,
        text: briefly((statement as StatementSync).sourceSQL),
      })),
    )
    spies.forEach((spy) => spy.mockRestore())
    return calls.toSorted((one, other) => one.order - other.order).map(({ text }) => text)
  }
  return { ...world, statementsOf }
}

/** The verb of a statement and its first table. */
function briefly(text: string): string {
  const [, verb] = /^(?:\/\*.*\*\/)?\s*(\w+)/.exec(text)!
  const table = /(?:from|into|update) "(\w+)"/.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb!
}

// Each statement costs a round trip on PostgreSQL, and each commit waits for the disk: a longer list needs a reason.
test('creates an instance and carries the request out with few statements', async () => {
  const { ask, services, statementsOf } = await openCounted()
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const body = { name: 'web', description: '', hostname: 'web', ncpus: 1, memory: 1024 ** 3, start: false }
  const create = (name: string) =>
    ask('POST', '/v1/instances?project=shop', { ...body, name, network_interfaces: { type: 'none' } })
  // The statements of a process's first request include those that it keeps for later ones.
  await reconcileInstance(services, (await create('first')).body.id as string)
  let id = ''
  const request = await statementsOf(async () => {
    id = (await create('web')).body.id as string
  })
  expect(request).toEqual([
    'select access_version',
    'begin',
    'savepoint',
    'select project',
    'insert instance',
    'insert instance_ssh_key',
    'insert power_request',
    'insert task',
    'insert audit_log',
    'insert change_log',
    'release',
    'commit',
  ])
  // The second one reads interfaces and keys too.
  const reconciliation = await statementsOf(() => reconcileInstance(services, id))
  expect(reconciliation).toEqual([
    'select instance',
    'select disk',
    'begin',
    'savepoint',
    'select instance',
    'update instance',
    'update power_request',
    'insert change_log',
    'release',
    'commit',
    'select instance',
    'select instance',
    'select disk',
  ])
})

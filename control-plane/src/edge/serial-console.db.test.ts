import { manualClock } from '@granary/compute/clock.ts'
import type { SerialCloseReason, SerialConnection, SerialPort } from '@granary/compute/serial.ts'
import { LIMITS, type LimitName, limitMessage } from '@granary/domain/limits.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { addUser, sessionOf } from '../../test/people.ts'
import { settledAudit } from '../../test/settled-audit.ts'
import { openWorld } from '../../test/world.ts'
import { ACCESS_CHECK_INTERVAL_MS } from '../access/caller.ts'

/** A connection to a machine without output. */
function quietConnection(): SerialConnection {
  const { promise: closed, resolve } = Promise.withResolvers<SerialCloseReason>()
  return {
    output: (async function* () {})(),
    write() {},
    resize() {},
    close: () => resolve('client'),
    closed,
  }
}

test('a console that is closed during a check is not checked again', async () => {
  const clock = manualClock()
  // Nothing else has timers without workers.
  const world = await openWorld({ clock, started: false })
  onTestFinished(world.close)
  const { ask, services, controlPlane } = world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  const { id } = (await ask('POST', '/v1/instances?project=shop', body)).body
  await services.db.updateTable('instance').set({ run_state: 'running' }).where('id', '=', id).execute()
  services.compute.serial = () => ({ connect: async () => quietConnection() }) as unknown as SerialPort

  const checks: (() => void)[] = []
  clock.setTimer = (ms, check) => {
    // The other timer limits the time in which the driver connects.
    if (ms === ACCESS_CHECK_INTERVAL_MS) checks.push(check)
    return () => {}
  }
  const headers = { cookie: await world.signIn('admin', 'secret') }
  const console = await controlPlane.openSerial(
    new Request(`http://test/v1/instances/${id}/serial-console/stream`, { headers }),
  )
  checks[0]!()
  await expect.poll(() => checks.length).toBe(2)
  checks[1]!()
  console.close()
  // A request after it ends later than the check.
  for (let count = 0; count < 20; count++) await ask('GET', `/v1/instances/${id}`)
  expect(checks).toHaveLength(2)
})

test('refuses a user more consoles than the limit, and a silo too, until one is closed', async () => {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const { ask, services, controlPlane } = world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  const { id } = (await ask('POST', '/v1/instances?project=shop', body)).body
  await services.db.updateTable('instance').set({ run_state: 'running' }).where('id', '=', id).execute()
  services.compute.serial = () => ({ connect: async () => quietConnection() }) as unknown as SerialPort

  const open = (cookie: string) =>
    controlPlane.openSerial(
      new Request(`http://test/v1/instances/${id}/serial-console/stream`, { headers: { cookie } }),
    )
  const refused = (name: LimitName) => ({ status: 429, message: limitMessage(name) })
  const count = LIMITS.siloConsoles.max / LIMITS.consoles.max
  const cookies: string[] = []
  for (let n = 0; n <= count; n++)
    cookies.push(
      await sessionOf(services, await addUser(services, 'main', `user-${n}`, { silo: 'collaborator' })),
    )
  const opened: SerialConnection[] = []
  for (const cookie of cookies.slice(0, count)) {
    for (let n = 0; n < LIMITS.consoles.max; n++) opened.push(await open(cookie))
    await expect(open(cookie)).rejects.toMatchObject(refused('consoles'))
  }
  await expect(open(cookies[count]!)).rejects.toMatchObject(refused('siloConsoles'))
  opened[0]!.close()
  await expect.poll(() => open(cookies[count]!).then(() => 'opened', String)).toBe('opened')
  await expect(open(cookies[0]!)).rejects.toMatchObject(refused('siloConsoles'))
})

test('an opened console is in the audit log, and so is a refused one', async () => {
  const world = await openWorld({ started: false })
  onTestFinished(world.close)
  const { ask, services, controlPlane } = world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  const { id } = (await ask('POST', '/v1/instances?project=shop', body)).body
  await services.db.updateTable('instance').set({ run_state: 'running' }).where('id', '=', id).execute()
  services.compute.serial = () => ({ connect: async () => quietConnection() }) as unknown as SerialPort
  const headers = { cookie: await world.signIn('admin', 'secret') }
  const open = (instance: string) =>
    controlPlane.openSerial(
      new Request(`http://test/v1/instances/${instance}/serial-console/stream`, { headers }),
    )
  ;(await open(id)).close()
  await expect(open(crypto.randomUUID())).rejects.toThrow('not found')
  await settledAudit(world)
  const { items } = (await ask('GET', '/v1/system/audit-log?start_time=2000-01-01T00:00:00Z')).body
  type Entry = { operation_id: string; result: { kind: string; http_status_code: number } }
  const opened = (items as Entry[]).filter(({ operation_id }) => operation_id.startsWith('instance_serial'))
  // Both may end in the same millisecond.
  const results = opened.map(({ result }) => `${result.kind} ${result.http_status_code}`)
  expect(results.toSorted()).toEqual(['error 404', 'success 101'])
})

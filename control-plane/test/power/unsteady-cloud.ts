import { manualClock } from '@granary/compute/clock.ts'
import { openSimulatedDriver, type SimulatedDriver } from '@granary/compute/simulated/driver.ts'
import { simulatedRack } from '@granary/compute/simulated/rack.ts'
import { memoryStore } from '@granary/compute/memory-store.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { createControlPlane, type ControlPlane } from '../../src/control-plane.ts'
import { fleet } from '../../src/kit/resources/authorization.ts'
import { inTransaction, systemContext } from '../../src/kit/resources/transaction.ts'
import { findPowered } from '../../src/instances/power-request.ts'
import { defaultSettings, type HostServices } from '../../src/kit/context/services.ts'
import { loadActor } from '../../src/access/actor.ts'
import { setUp } from '../../src/start/first-start.ts'
import { enqueue } from '../../src/tasks/queue.ts'
import { freshDatabase } from '../databases.ts'
import { BLOCKER, type Link, mortalClock, unsteadyDriver } from './unsteady-driver.ts'
import { ServerState } from '../../src/kit/context/server-state.ts'

/** One sled, because each server that starts reads and stores them all. */
const sleds = simulatedRack(1)

/** One for every slot of a worker. */
const SLOTS = 8

type Server = {
  services: HostServices
  controlPlane: ControlPlane
  rack: SimulatedDriver
  link: Link
  kill: () => void
  freeze: () => void
  thaw: () => void
}

const outside = {
  random: Math.random,
  passwords: { hash: async (word: string) => word, verify: async () => true },
  log: () => {},
  settings: { ...defaultSettings, settlingTime: 0, metricsInterval: 0 },
}

/** A database with a user and a project, in which clouds are opened one after the other. */
export async function unsteadyDatabase() {
  const database = await freshDatabase()
  const services: HostServices = {
    ...database,
    ...outside,
    clock: manualClock(),
    compute: undefined as never,
    state: new ServerState(database.db),
  }
  await setUp(services, 'secret')
  const { db } = database
  const { id } = await db.selectFrom('silo_user').select('id').executeTakeFirstOrThrow()
  const actor = await loadActor(db, id, null)
  const authenticate = () => Promise.resolve(actor)
  const { fetch } = createControlPlane({ ...services, authenticate })
  await post(fetch, '/v1/projects', { name: 'shop', description: '' })
  return { ...database, ...outside, authenticate }
}

async function ask(fetch: ControlPlane['fetch'], method: string, path: string, body?: unknown) {
  const headers = { 'content-type': 'application/json' }
  const init = { method, headers, body: body === undefined ? null : JSON.stringify(body) }
  const response = await fetch(new Request(`http://test${path}`, init))
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
async function post(fetch: ControlPlane['fetch'], path: string, body: unknown) {
  const answer = await ask(fetch, 'POST', path, body)
  if (answer.status !== 201) throw new Error(answer.body.message)
  return answer.body
}

/**
 * One instance on a rack, with a server that can be killed and a connection between the two that can be disturbed. The
 * test moves the clock.
 * @param slowness how far the rack's clock is behind, in milliseconds.
 */
export async function unsteadyCloud(
  database: Awaited<ReturnType<typeof unsteadyDatabase>>,
  create: object,
  slowness = 0,
) {
  const { db } = database
  for (const table of ['instance', 'task', 'change_log'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('provisioned').set({ cpus: 0, memory: 0 }).execute()
  const clock = manualClock()
  const store = memoryStore()
  let server!: Server
  /** Servers that hung, and went on while another one had taken their place. */
  const others: Server[] = []
  const logged: string[] = []

  async function boot(): Promise<void> {
    const own = mortalClock(clock)
    const slow = { ...own, now: () => new Date(own.now().getTime() - slowness) }
    const rack = await openSimulatedDriver({ clock: slow, store, sleds })
    const { driver, link } = unsteadyDriver(rack)
    const doorbell = wakes(database.listen)
    const services: HostServices = {
      ...database,
      clock: own,
      compute: driver,
      listen: doorbell.listen,
      state: new ServerState(db),
      log: (_, message) => void logged.push(message),
    }
    const controlPlane = createControlPlane(services)
    const kill = () => {
      link.cut()
      own.stop()
      // Calls to the rack never return; all other work ends at once.
      void controlPlane.stop()
    }
    const freeze = () => [link, own, doorbell].forEach((part) => part.freeze())
    const thaw = () => [link, own, doorbell].forEach((part) => part.thaw())
    server = { services, controlPlane, rack, link, kill, freeze, thaw }
    await controlPlane.start()
  }

  await boot()
  const body = { name: 'vm', description: '', hostname: 'vm', ncpus: 1, memory: GiB }
  const made = await post(server.controlPlane.fetch, '/v1/instances?project=shop', {
    ...body,
    network_interfaces: { type: 'none' },
    ...create,
  })
  const id = made.id as string
  const path = `/v1/instances/${id}`

  return {
    id,
    clock,
    database,
    /** The running server. */
    server: () => server,
    act: async (action: 'start' | 'stop' | 'reboot'): Promise<number> =>
      (await ask(server.controlPlane.fetch, 'POST', `${path}/${action}`)).status,
    remove: async (): Promise<number> => (await ask(server.controlPlane.fetch, 'DELETE', path)).status,
    /** The state that the API shows; undefined when the instance is not found. */
    shown: async (): Promise<string | undefined> =>
      (await ask(server.controlPlane.fetch, 'GET', path)).body.run_state,
    /** The stored instance and its pending power request; undefined once it is deleted. */
    stored: () => findPowered(server.services, id),
    /** Returns the state on the rack, past the connection. */
    machine: () => server.rack.view(id),
    /** What all servers have logged. */
    logged: () => logged,
    tasks: () => db.selectFrom('task').selectAll().where('key', '=', id).execute(),
    /** Occupies every worker until `link.workers` opens. */
    async occupy() {
      server.link.workers.close()
      await inTransaction(systemContext(server.services, 'test'), async (context) => {
        for (let slot = 0; slot < SLOTS; slot++)
          await enqueue(context, 'instance', `${BLOCKER}${slot}`, fleet)
      })
      await clock.advance(0)
    },
    async crash() {
      server.kill()
      await boot()
    },
    /** The server hangs for longer than its leases last, and another one takes its place. */
    async freeze() {
      server.freeze()
      others.push(server)
      await boot()
    },
    /** The links of all servers. */
    links,
    /** Every server that hung goes on, beside the one that took its place. */
    thaw,
    /** Commands that no server has sent yet wait; those of a server that went on wait to the end. */
    holdCommands() {
      for (const link of links()) link.commands.close()
    },
    async restart() {
      await stop()
      await boot()
    },
    /** Opens every gate. */
    calm,
    close: stop,
  }

  function links(): Link[] {
    return [...others, server].map(({ link }) => link)
  }

  /** Running tasks wait for the rack, so time must pass until they have finished. */
  async function stop() {
    calm()
    const all = [...others.splice(0), server]
    let stopped = false
    void Promise.all(all.map(({ controlPlane }) => controlPlane.stop())).then(() => (stopped = true))
    while (!stopped) await clock.advance(500)
    for (const { rack } of all) await rack.close()
  }

  function thaw() {
    for (const other of others) other.thaw()
  }

  function calm() {
    thaw()
    server.link.calm()
  }
}

/** The wakes of a server, which wait while it hangs. */
function wakes(listen: HostServices['listen']) {
  const all = new Set<() => void>()
  let [frozen, missed] = [false, false]
  return {
    listen: (wake: () => void) => {
      all.add(wake)
      const stop = listen(() => {
        if (frozen) missed = true
        else wake()
      })
      return () => {
        all.delete(wake)
        stop()
      }
    },
    freeze: () => {
      frozen = true
    },
    thaw: () => {
      frozen = false
      if (missed) for (const wake of all) wake()
      missed = false
    },
  }
}
export type UnsteadyCloud = Awaited<ReturnType<typeof unsteadyCloud>>

import { manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect } from 'vitest'
import { openWorld, type World } from './world.ts'

/** The body of a small disk that is created with an instance. */
export const disk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: GiB,
  disk_backend: { type: 'local' },
})

/** An instance that a test created. */
export type Made = { name: string; id: string; path: string }

/** A world whose clock the test moves, with instances of a project `shop`. It exists for all tests of a file. */
export function livingInstances(options: { hotplug?: boolean } = {}) {
  const clock = manualClock()
  const life = { world: undefined as unknown as World }
  let count = 0
  beforeAll(async () => {
    life.world = await openWorld({ clock, speed: 1, ...options })
    await life.world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  })
  afterAll(async () => {
    // Lets the driver finish its current work first.
    await wait(10_000)
    await life.world.close()
  })

  async function create(change: object = {}): Promise<Made> {
    const name = `vm-${count++}`
    const body = {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: GiB,
      network_interfaces: { type: 'none' },
      ...change,
    }
    const answer = await life.world.ask('POST', '/v1/instances?project=shop', body)
    if (answer.status !== 201) throw new Error(answer.body.message)
    return { name, id: answer.body.id as string, path: `/v1/instances/${answer.body.id}` }
  }
  const view = async ({ path }: Made) => (await life.world.ask('GET', path)).body
  const act = (one: Made, action: string) => life.world.ask('POST', `${one.path}/${action}`)

  /** Advances the clock in small steps, with pauses for the database to answer. @returns the states seen. */
  async function pass(one: Made, wanted: string, step = 250): Promise<string[]> {
    const seen: string[] = []
    for (let tries = 0; tries < 3000; tries++) {
      const { run_state } = await view(one)
      if (seen.at(-1) !== run_state) seen.push(run_state)
      if (run_state === wanted && seen.length > 1) return seen
      await clock.advance(step)
    }
    throw new Error(`${one.name} never became ${wanted}: ${seen.join(', ')}`)
  }
  /** Advances the clock by that much. */
  async function wait(ms: number, step = 5_000) {
    for (let passed = 0; passed < ms; passed += step) {
      await clock.advance(Math.min(step, ms - passed))
      await caughtUp()
    }
  }
  /**
   * Lets due tasks run: a database may answer slower than the test's clock moves. The worker is woken, because the clock
   * may have moved between its look at the tasks and its sleep. A task that was requested again while it runs is due too,
   * and may wait for a driver that waits for the clock.
   */
  async function caughtUp() {
    for (let tries = 0; tries < 5_000; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 2))
      const due = await life.world.services.db
        .selectFrom('task')
        .select('leased_by')
        .where('run_at', '<=', clock.now().toISOString())
        .execute()
      if (due.length === 0) return
      if (tries > 25 && due.every((task) => task.leased_by !== null)) return
      if (tries % 20 === 19) life.world.services.notify()
    }
    throw new Error('due tasks do not run')
  }

  /** Advances the clock until no task is left, because a running task could overwrite a state that a test writes. */
  async function rest() {
    for (let tries = 0; tries < 3000; tries++) {
      if (!(await life.world.services.db.selectFrom('task').select('id').executeTakeFirst())) return
      await clock.advance(250)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    throw new Error('there is always something left to do')
  }

  /** Expects a value at last, while the clock advances slowly: a database may be behind it. */
  const eventually = <Value>(read: () => Value | Promise<Value>) =>
    expect.poll(async () => {
      await clock.advance(10)
      return read()
    })
  const eventuallyIn = (one: Made, state: string) =>
    eventually(async () => (await view(one)).run_state as string).toBe(state)

  return Object.assign(life, { clock, create, view, act, pass, wait, rest, eventually, eventuallyIn })
}

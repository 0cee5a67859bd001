import { describeError } from '../kit/base/describe-error.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { inLockedTransaction, systemContext } from '../kit/resources/transaction.ts'
import type { Context } from '../kit/context/context.ts'
import type { Services } from '../kit/context/services.ts'
import type { TaskRow } from '../database/schema.ts'
import { carryOut } from './carry-out.ts'
import { Leases } from './leases.ts'
import { claim, nextRunTime, postpone, release, releaseAllLeases } from './queue.ts'
import type { TaskKind } from './task-kind.ts'
import { renewLeases } from './renewal.ts'
import { repeatTask } from './repeat.ts'
import { Slots } from './slots.ts'
import type { Repetitions, TaskFunctions } from './task-function.ts'

/** How long a task of a dead worker waits at most. A live worker renews its leases, because tasks may take minutes. */
const LEASE = 8_000
/** Tasks that run at once. Tasks that wait for the driver don't count. */
const PARALLEL = 8
/** Tasks that a worker holds at most, running or waiting for the driver. */
const MAX_HELD = 4_096
const MAX_SLEEP_MS = 5_000

type Start = (services: Services, functions: TaskFunctions, options?: Options) => () => Promise<void>

type Options = { repetitions?: Repetitions; maxHeld?: number }

/**
 * Runs due tasks, a few at a time, until it is stopped. Silos and their users take turns, and a task that waits for the driver makes room
 * for others.
 * @returns a function that takes no new tasks and waits for the running ones.
 */
export const startWorker: Start = (services, functions, options = {}) => {
  const worker = new Worker(services, functions, options)
  const stopListening = services.listen(() => worker.wake())
  const running = worker.run()
  return async () => {
    stopListening()
    await worker.stop(running)
  }
}

class Worker {
  readonly #id = crypto.randomUUID()
  readonly #services: Services
  readonly #functions: TaskFunctions
  readonly #repetitions: Repetitions
  readonly #leases = new Leases(LEASE)
  readonly #slots: Slots
  /** The running tasks, by ID. */
  readonly #underWay = new Map<string, Promise<void>>()
  /** Those whose end could not be stored, because the database did not answer. */
  readonly #abandoned = new Set<string>()
  /** Those that the next claim gives back. Only claims do so: another transaction could end the lease of a task that has just begun again. */
  readonly #givenBack = new Set<string>()
  readonly #stopRenewal: () => void
  #isStopped = false
  /** Whether there may be due tasks that the last claim had to leave, because their silo has as many as it may have. */
  #isBusy = false
  #lastSilo = ''
  /** The user of each silo who had its last turn. */
  readonly #lastUsers = new Map<string, string>()
  /** Ends the sleep of the loop. */
  wake = () => {}

  constructor(services: Services, functions: TaskFunctions, options: Options) {
    const { repetitions = {}, maxHeld = MAX_HELD } = options
    this.#services = services
    this.#functions = functions
    this.#repetitions = repetitions
    this.#slots = new Slots(PARALLEL, maxHeld)
    this.#stopRenewal = renewLeases(services, this.#id, LEASE, {
      running: () => [...this.#underWay.keys()],
      beforeRenewal: () => this.#giveBackAbandoned(),
      leases: this.#leases,
    })
  }

  /** Retries while the database does not answer, because a worker never abandons tasks. */
  async run(): Promise<void> {
    const services = this.#services
    // An embedded database has one server, so leases left from the last run belong to a dead worker.
    let freed = services.engine !== 'sqlite'
    while (!this.#isStopped) {
      try {
        if (!freed) await inLockedTransaction(systemContext(services, 'free tasks'), releaseAllLeases)
        freed = true
        await this.#loop()
      } catch (error) {
        services.log('error', 'tasks could not be read', { error: describeError(error) })
        await new Promise<void>((resolve) => services.clock.setTimer(MAX_SLEEP_MS, resolve))
      }
    }
  }

  async stop(running: Promise<void>): Promise<void> {
    this.#isStopped = true
    this.wake()
    await running
    await Promise.all(this.#underWay.values())
    this.#stopRenewal()
  }

  async #loop(): Promise<void> {
    const services = this.#services
    while (!this.#isStopped) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve))
      if ((await this.#takeTasks()) > 0) {
        // Statements of an embedded database don't wait for anything, so requests would wait for all due tasks.
        await eventLoopTurn()
        continue
      }
      const due = this.#isBusy ? null : await nextRunTime(systemContext(services, 'next task'))
      const left = due ? due.getTime() - services.clock.now().getTime() : MAX_SLEEP_MS
      await this.#sleep(Math.min(MAX_SLEEP_MS, Math.max(5, left)), woken)
    }
  }

  #sleep(ms: number, woken: Promise<void>): Promise<void> {
    let cancel = () => {}
    const timer = new Promise<void>((resolve) => (cancel = this.#services.clock.setTimer(ms, resolve)))
    return Promise.race([woken, timer]).finally(cancel)
  }

  /** Leases as many due tasks as there are free slots, at least one, and begins them. @returns how many. */
  async #takeTasks(): Promise<number> {
    await this.#slots.take('')
    let count = 1
    while (count < PARALLEL && this.#slots.takeFree()) count += 1
    let tasks: TaskRow[] = []
    this.#isBusy = false
    try {
      tasks = await this.#claim(count, (silo) => {
        const room = this.#slots.room(silo)
        if (room < count) this.#isBusy = true
        return room
      })
    } finally {
      for (let unused = count - tasks.length; unused > 0; unused--) this.#slots.giveBack()
    }
    for (const task of tasks) {
      this.#lastUsers.set(task.silo_id, task.user_id)
      const running = this.#underWay.get(task.id)
      if (running) this.#goOn(task, running)
      else this.#begin(task)
    }
    this.#lastSilo = tasks.at(-1)?.silo_id ?? this.#lastSilo
    return tasks.length
  }

  async #claim(count: number, allowance: (silo: string) => number): Promise<TaskRow[]> {
    const userAfter = (silo: string) => this.#lastUsers.get(silo) ?? ''
    const turn = { after: this.#lastSilo, allowance, userAfter }
    const given = [...this.#givenBack].filter((id) => !this.#underWay.has(id))
    const work = async (inner: Context) => {
      await release(inner, this.#id, given)
      const claimed = await claim(inner, this.#id, count, LEASE, turn)
      if (!this.#isStopped) return claimed
      for (const task of claimed) await postpone(inner, task, 0, null)
      return []
    }
    const tasks = await this.#leases.take(
      () => inLockedTransaction(systemContext(this.#services, 'claim tasks'), work),
      (claimed) => claimed.map(({ id }) => id),
    )
    for (const id of given) this.#givenBack.delete(id)
    return tasks
  }

  #giveBackAbandoned(): void {
    if (this.#abandoned.size === 0) return
    for (const id of this.#abandoned) this.#givenBack.add(id)
    this.#abandoned.clear()
    this.wake()
  }

  /**
   * Lets a task go on whose lease ended while it ran, such as while the database was away: the claim has renewed it. Another worker
   * may have had it in between.
   */
  #goOn(task: TaskRow, running: Promise<void>): void {
    const services = this.#services
    this.#slots.giveBack()
    void running.then(async () => {
      await repeatTask(services, this.#repetitions, task).catch((error: unknown) =>
        services.log('error', 'task could not be repeated', { error: describeError(error) }),
      )
      // It may have ended just before the claim, which nothing else would end then.
      this.#givenBack.add(task.id)
      this.wake()
    })
  }

  #begin(task: TaskRow): void {
    this.#slots.hold(task.silo_id)
    this.#abandoned.delete(task.id)
    this.#givenBack.delete(task.id)
    const work = this.#carryOut(task).finally(() => {
      this.#underWay.delete(task.id)
      this.#leases.forget(task.id)
      this.#slots.letGo(task.silo_id)
      this.#slots.giveBack()
      if (this.#isBusy) this.wake()
    })
    this.#underWay.set(task.id, work)
  }

  async #carryOut(task: TaskRow): Promise<void> {
    const services = this.#services
    const guarded = <Service extends object>(service: Service) =>
      this.#leases.guard(task.id, service, (call) => this.#slots.outside(task.silo_id, call))
    const given = { ...services, compute: guarded(services.compute) }
    if (services.imageFiles) given.imageFiles = guarded(services.imageFiles)
    try {
      const ending = await carryOut(services, given, this.#functions[task.kind as TaskKind], task)
      if (ending === 'lease lost') await repeatTask(services, this.#repetitions, task)
      if (ending !== 'over') this.wake()
    } catch (error) {
      services.log('error', 'task could not be closed', { error: describeError(error) })
      this.#abandoned.add(task.id)
    }
  }
}

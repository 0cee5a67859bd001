import type { Clock } from '@granary/compute/clock.ts'
import { DriverError, Superseded } from '@granary/compute/driver-error.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { MachineReport } from '@granary/compute/machine.ts'

/** Machines whose tasks occupy workers; nothing else happens to them. */
export const BLOCKER = 'blocker-'

/** A gate that calls pass one by one while it is open, and wait at while it is shut. */
function gate() {
  let shut = false
  let waiting: (() => void)[] = []
  return {
    pass: () => (shut ? new Promise<void>((resolve) => waiting.push(resolve)) : undefined),
    isShut: () => shut,
    close: () => {
      shut = true
    },
    open: () => {
      shut = false
      const all = waiting
      waiting = []
      for (const resolve of all) resolve()
    },
    /** Lets the oldest waiting call pass, and stays as it is. */
    openOnce: () => waiting.shift()?.(),
  }
}

/** Hides that work is a promise, so that the worker doesn't take it for a call to the driver, which needs no slot. */
// oxlint-disable-next-line unicorn/no-thenable
const keepSlot = (work: Promise<void>) => ({ then: work.then.bind(work) }) as Promise<void>

/** The failure of the next command on a machine. */
export type Trouble = 'refused' | 'answer lost'

/**
 * The connection between one server and the rack, which a test can slow down, disturb and cut. Commands wait before
 * they are carried out, or before their answer arrives; reports wait in a queue; lists arrive late.
 */
export function unsteadyDriver(real: ComputeDriver) {
  const [workers, commands, answers, views, lists] = [gate(), gate(), gate(), gate(), gate()]
  const doors = [workers, commands, answers, views, lists]
  const listeners = new Set<(report: MachineReport) => void>()
  const unsubscribe = real.subscribe((report) => {
    if (link.dead) return
    if (link.holdsReports || link.frozen) link.reports.push(report)
    else for (const listener of listeners) listener(report)
  })
  const link = {
    workers,
    commands,
    answers,
    views,
    lists,
    /** Reports in transit, oldest first. */
    reports: [] as MachineReport[],
    holdsReports: false,
    /** A report was lost, which only the next comparison with the driver's list makes up for. */
    hasLost: false,
    trouble: undefined as Trouble | undefined,
    /** Commands that the rack has refused because it has had a later request. */
    superseded: 0,
    dead: false,
    frozen: false,
    deliver(count: number) {
      for (const report of link.reports.splice(0, count)) for (const listener of listeners) listener(report)
    },
    loseReport() {
      if (link.reports.shift()) link.hasLost = true
    },
    /** Whether reports arrive at once, and views of machines whose report is late. */
    areReportsSteady: () =>
      !link.holdsReports && !link.hasLost && link.reports.length === 0 && !views.isShut(),
    /** Opens every gate and forgets every disturbance. */
    calm() {
      link.holdsReports = false
      link.trouble = undefined
      link.deliver(Infinity)
      for (const door of doors) door.open()
    },
    /** The server hangs: its pending calls neither reach the rack nor return. */
    freeze() {
      link.frozen = true
      for (const door of doors) door.close()
    },
    /** Its calls go on as if no time had passed. */
    thaw() {
      link.frozen = false
      link.calm()
    },
    /** The server is killed: its pending calls never return, and none of its work takes effect. */
    cut() {
      link.dead = true
      unsubscribe()
    },
  }
  const alive = async () => {
    if (link.dead) await new Promise(() => {})
  }

  const occupied = async () => {
    await workers.pass()
    await alive()
  }
  const command = async (run: () => Promise<void>): Promise<void> => {
    await commands.pass()
    await alive()
    const trouble = link.trouble
    link.trouble = undefined
    if (trouble === 'refused') throw new DriverError('unreachable', 'the rack does not answer')
    await run().catch((error: unknown) => {
      if (error instanceof Superseded) link.superseded += 1
      throw error
    })
    await answers.pass()
    await alive()
    if (trouble) throw new DriverError('unreachable', 'the answer of the rack was lost')
  }
  const question =
    <Args extends unknown[], T>(door: ReturnType<typeof gate>, ask: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const answer = await ask(...args)
      await door.pass()
      await alive()
      return answer
    }

  const driver: ComputeDriver = {
    ...real,
    ensureDefined: (spec) => command(() => real.ensureDefined(spec)),
    ensureRunning: (spec, number) => command(() => real.ensureRunning(spec, number)),
    ensureStopped: (id, number) => command(() => real.ensureStopped(id, number)),
    reboot: (id, requestId, number) => command(() => real.reboot(id, requestId, number)),
    destroy: (id) => (id.startsWith(BLOCKER) ? keepSlot(occupied()) : command(() => real.destroy(id))),
    view: question(views, (id: string) => real.view(id)),
    list: question(lists, () => real.list()),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { driver, link }
}
export type Link = ReturnType<typeof unsteadyDriver>['link']

/** A clock whose timers end with the server that set them, and wait while it hangs. */
export function mortalClock(clock: Clock) {
  let dead = false
  let frozen = false
  const due: (() => void)[] = []
  return {
    now: () => clock.now(),
    setTimer: (ms: number, fn: () => void) =>
      clock.setTimer(ms, () => {
        if (frozen) due.push(fn)
        else if (!dead) fn()
      }),
    stop: () => {
      dead = true
    },
    freeze: () => {
      frozen = true
    },
    thaw: () => {
      frozen = false
      for (const fn of due.splice(0)) if (!dead) fn()
    },
  }
}

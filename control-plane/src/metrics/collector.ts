import { describeError } from '../kit/base/describe-error.ts'
import type { Services } from '../kit/context/services.ts'
import { compact } from './compact.ts'
import { BLOCK_MS } from './tiers.ts'
import { exportedRound } from './exported.ts'
import { deleteLater } from './delete-later.ts'
import { endLease, holdLease } from './lease.ts'
import { pruneMetrics } from './prune.ts'
import { lastStored, storeRound } from './rounds.ts'
import { MINUTE_MS } from './runs.ts'
import { SourceIds } from './source-ids.ts'
import { storing } from './storing.ts'
import { latencyReadingsOf, readingsOf } from './sources.ts'

/** Rounds that a server may miss before another one collects. */
const LEASE_ROUNDS = 6

/** Servers and the driver may disagree about the time by this much. Rounds wait for that long. */
const SKEW_MS = 60_000

/** Reads and keeps the counters of all machines. */
export type Collector = {
  /** Runs one round, unless another server collects or the disk is nearly full. @returns whether it stored readings. */
  round: (isStopped?: () => boolean) => Promise<boolean>
  /** Lets another server collect. */
  leave: () => Promise<void>
}

export function createCollector(services: Services): Collector {
  const { metrics, engine, clock, compute, settings } = services
  const holder = crypto.randomUUID()
  const memory = services.state.of(storing)
  const sources = new SourceIds(services)
  // It remembers the sources of its last round, and latencies are not in each.
  const latencySources = new SourceIds(services)
  const leaseTime = LEASE_ROUNDS * settings.metricsInterval
  let lastRound = 0
  let packedHour = 0
  const hold = () => {
    const now = clock.now().getTime()
    return holdLease(metrics, holder, now, now + leaseTime)
  }
  const collect = async (now: number): Promise<boolean> => {
    const machines = await compute.allCounters()
    const time = machines[0]?.at.getTime() ?? now
    const last = await lastStored(metrics)
    const all = machines.flatMap(readingsOf)
    // They are many numbers, and one reading a minute says enough.
    const latencies = isSameMinute(last, time) ? [] : machines.flatMap(latencyReadingsOf)
    const readings = [
      ...(await sources.identify(all, now)),
      ...(latencies.length > 0 ? await latencySources.identify(latencies, now) : []),
    ]
    if (last !== null && last > time) {
      if (last <= time + SKEW_MS) return false
      const deleted = await deleteLater(metrics, time)
      services.log('warn', 'the clock went back, so later counters of machines were deleted', deleted)
    }
    const isStored = await storeRound(metrics, time, readings)
    if (isStored)
      services.exportRound?.(
        exportedRound(time, [
          ...all.filter((reading) => sources.isKnown(reading)),
          ...latencies.filter((reading) => latencySources.isKnown(reading)),
        ]),
      )
    return isStored
  }
  return {
    async round(isStopped = () => false) {
      const now = clock.now().getTime()
      memory.isOwn = true
      memory.isOwn = await hold()
      if (!memory.isOwn) {
        memory.failingSince = null
        return false
      }
      // Another server may have collected in between, and deleted sources that had stopped.
      if (now - lastRound > leaseTime) for (const known of [sources, latencySources]) known.forget()
      lastRound = now
      const isStored = !(await services.isShortOfSpace?.()) && (await collect(now))
      memory.failingSince = null
      const hour = Math.floor(now / BLOCK_MS)
      if (hour !== packedHour) {
        // This may take longer than the lease, which another server would take over.
        const mayContinue = async () => !isStopped() && (await hold())
        await compact(metrics, now, mayContinue)
        const retention = { raw: settings.metricsRawRetention, minutes: settings.metricsRetention }
        const inUse = new Set([...sources.ids(), ...latencySources.ids()])
        await pruneMetrics({ db: metrics, engine, inUse }, now, retention, mayContinue)
        if (await mayContinue()) packedHour = hour
      }
      return isStored
    },
    leave: () => endLease(metrics, holder),
  }
}

const isSameMinute = (last: number | null, time: number): boolean =>
  last !== null && Math.floor(last / MINUTE_MS) === Math.floor(time / MINUTE_MS)

/** Runs a round at each multiple of the interval. @returns a function that stops it and waits for the running round. */
export function startCollecting(services: Services): () => Promise<void> {
  const { clock, settings } = services
  const interval = settings.metricsInterval
  if (interval === 0) return async () => {}
  const collector = createCollector(services)
  let isStopped = false
  let cancel = () => {}
  let running: Promise<unknown> = Promise.resolve()
  const later = () => {
    const wait = interval - (clock.now().getTime() % interval)
    cancel = clock.setTimer(wait, () => {
      running = collector
        .round(() => isStopped)
        .catch((error: unknown) => {
          services.state.of(storing).failingSince ??= clock.now().getTime()
          services.log('warn', 'counters of machines could not be stored', { error: describeError(error) })
        })
        .then(() => {
          if (!isStopped) later()
        })
    })
  }
  later()
  return async () => {
    isStopped = true
    cancel()
    await running
    await collector.leave().catch(() => {
      // The lease expires by itself.
    })
  }
}

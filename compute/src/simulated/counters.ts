import type { DiskCounters, MachineCounters, MachineSpec, NicCounters } from '../machine.ts'
import { stableFraction } from '../stable.ts'
import { latenciesOf } from './latencies.ts'

/** A constant load would look dead, so it varies with this period (seconds) between two factors of its mean. */
const WAVE_PERIOD = 1800
const WAVE_DEPTH = 0.6

/** Bytes in one disk request and in one packet. */
const REQUEST_SIZE = 16 * 1024
const PACKET_SIZE = 820

/**
 * Returns a simulated machine's usage from its start until `now`. It depends only on the ids and the two times, and
 * each number increases with time, so it is the same after a restart of the driver and never decreases.
 */
export function countersAt(spec: MachineSpec, startedAt: number, now: number): MachineCounters {
  const seconds = Math.max(0, now - startedAt) / 1000
  return {
    since: new Date(startedAt),
    at: new Date(now),
    vcpus: Array.from({ length: spec.ncpus }, (_, index) => vcpu(`${spec.id}/vcpu/${index}`, seconds)),
    disks: spec.disks.map(({ id, readOnly }) => disk(id, `${spec.id}/disk/${id}`, readOnly, seconds)),
    nics: spec.nics.map(({ id }) => nic(id, `${spec.id}/nic/${id}`, seconds)),
  }
}

/** The four states divide the elapsed time, so their sum is the processor's uptime. */
function vcpu(seed: string, seconds: number) {
  const nanoseconds = seconds * 1e9
  const run = load(`${seed}/run`, seconds, 0.08, 0.5) * 1e9
  const emulation = run * 0.04
  const waiting = run * 0.02
  const idle = nanoseconds - run - emulation - waiting
  return { run: floor(run), idle: floor(idle), waiting: floor(waiting), emulation: floor(emulation) }
}

function disk(id: string, seed: string, readOnly: boolean, seconds: number): DiskCounters {
  const reads = floor(load(`${seed}/reads`, seconds, 2, 60))
  const writes = readOnly ? 0 : floor(load(`${seed}/writes`, seconds, 1, 40))
  const flushes = readOnly ? 0 : floor(load(`${seed}/writes`, seconds, 1, 40) / 12)
  return {
    id,
    reads,
    bytesRead: reads * REQUEST_SIZE,
    writes,
    bytesWritten: writes * REQUEST_SIZE,
    flushes,
    latencies: {
      read: latenciesOf('read', seed, reads),
      write: latenciesOf('write', seed, writes),
      flush: latenciesOf('flush', seed, flushes),
    },
  }
}

function nic(id: string, seed: string, seconds: number): NicCounters {
  const packetsSent = floor(load(`${seed}/sent`, seconds, 20, 900))
  const packetsReceived = floor(load(`${seed}/received`, seconds, 20, 1200))
  return {
    id,
    packetsSent,
    bytesSent: packetsSent * PACKET_SIZE,
    packetsReceived,
    bytesReceived: packetsReceived * PACKET_SIZE,
    packetsDropped: floor(packetsReceived / 50_000),
  }
}

/**
 * Returns the total after `seconds` of an activity with a mean rate between `least` and `most` per second, in waves.
 */
function load(seed: string, seconds: number, least: number, most: number): number {
  const mean = least + stableFraction(`${seed}/mean`) * (most - least)
  const phase = stableFraction(`${seed}/phase`) * 2 * Math.PI
  const frequency = (2 * Math.PI) / WAVE_PERIOD
  const wave = (Math.cos(phase) - Math.cos(phase + frequency * seconds)) / frequency
  return mean * (seconds + WAVE_DEPTH * wave)
}

function floor(value: number): number {
  return Math.max(0, Math.floor(value))
}

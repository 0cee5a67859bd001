import { readFile } from 'node:fs/promises'
import { IO_KINDS, LATENCY_CLASSES, type IoKind, type Latencies } from '@granary/compute/latencies.ts'
import type { DiskCounters, MachineCounters } from '@granary/compute/machine.ts'
import { diskDevice } from './machines/command-line.ts'
import type { Machine } from './machines/machine.ts'
import type { HostNetworks } from './network/host-networks.ts'

type Histogram = { bins: number[] }
type BlockStats = {
  qdev?: string
  stats: Record<string, number> & {
    rd_latency_histogram?: Histogram
    wr_latency_histogram?: Histogram
    flush_latency_histogram?: Histogram
  }
}

const PREFIX: Record<IoKind, string> = { read: 'rd', write: 'wr', flush: 'flush' }

/** Reads the counters of a machine from its process and the kernel. @throws DriverError `invalid` if it is not up. */
export async function countersOf(machine: Machine, networks: HostNetworks): Promise<MachineCounters> {
  const { pid, qmp } = await machine.process()
  const { spec, startedAt } = machine.life.record
  try {
    const [blocks, cpus, nics] = await Promise.all([
      qmp.execute<BlockStats[]>('query-blockstats'),
      qmp.execute<{ 'cpu-index': number; 'thread-id': number }[]>('query-cpus-fast'),
      networks.counters(spec.nics.map(({ id }) => id)),
    ])
    const threads = cpus.toSorted((a, b) => a['cpu-index'] - b['cpu-index'])
    const vcpus = await Promise.all(threads.map((cpu) => vcpu(pid, cpu['thread-id'], startedAt)))
    const disks = spec.disks.flatMap(({ id }) => diskCounters(id, blocks) ?? [])
    return { since: new Date(startedAt), at: new Date(), vcpus, disks, nics }
  } catch (error) {
    if (machine.life.isUp && !qmp.closed) throw error
    throw machine.life.notUp()
  }
}

/**
 * Returns the times of a virtual processor. In its thread, QEMU emulates devices too, and the kernel counts this as running.
 * @param startedAt milliseconds since 1970.
 */
async function vcpu(pid: number, thread: number, startedAt: number) {
  const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8')
  const [run = 0, waiting = 0] = text.split(' ').map(Number)
  const all = (Date.now() - startedAt) * 1_000_000
  return { run, idle: Math.max(0, all - run - waiting), waiting, emulation: 0 }
}

function diskCounters(id: string, blocks: readonly BlockStats[]): DiskCounters | undefined {
  const path = `/machine/peripheral/${diskDevice(id)}/virtio-backend`
  const stats = blocks.find(({ qdev }) => qdev === path)?.stats
  if (!stats) return undefined
  const latencies = Object.fromEntries(IO_KINDS.map((kind) => [kind, latenciesOf(kind, stats)]))
  return {
    id,
    reads: stats.rd_operations!,
    bytesRead: stats.rd_bytes!,
    writes: stats.wr_operations!,
    bytesWritten: stats.wr_bytes!,
    flushes: stats.flush_operations!,
    latencies: latencies as Record<IoKind, Latencies>,
  }
}

function latenciesOf(kind: IoKind, stats: BlockStats['stats']): Latencies {
  const histogram = stats[`${PREFIX[kind]}_latency_histogram`] as unknown as Histogram | undefined
  const counts = histogram?.bins ?? LATENCY_CLASSES.map(() => 0)
  return { counts, sum: stats[`${PREFIX[kind]}_total_time_ns`]! }
}

import { present } from '../kit/base/present.ts'
import { IO_KINDS, LATENCY_CLASSES } from '@granary/compute/latencies.ts'
import type { DiskCounters, MachineReading, NicCounters } from '@granary/compute/machine.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import { VCPU_STATES } from '@granary/domain/timeseries/schemas/virtual-machine.ts'

/** The counters of disks, in the order of their columns. New ones come last, because stored blocks keep the order. */
const DISK_COLUMNS = {
  reads: 'reads',
  bytes_read: 'bytesRead',
  writes: 'writes',
  bytes_written: 'bytesWritten',
  flushes: 'flushes',
} as const satisfies Record<string, keyof DiskCounters>

const NIC_COLUMNS = {
  bytes_sent: 'bytesSent',
  packets_sent: 'packetsSent',
  bytes_received: 'bytesReceived',
  packets_received: 'packetsReceived',
  packets_dropped: 'packetsDropped',
} as const satisfies Record<string, keyof NicCounters>

/** The columns of the latencies of one kind of operations: the operations in each class, and the sum of the latencies. */
const LATENCY_COLUMNS = LATENCY_CLASSES.length + 1

/**
 * The targets whose counters the driver has, as they are stored. Latencies are a source of their own beside the disk's, because
 * they are many numbers: they are read once a minute, and kept only as long as all readings are.
 */
export type MeasuredTarget =
  | 'virtual_machine'
  | 'virtual_disk'
  | 'disk_latency'
  | 'instance_network_interface'

/** The target that is kept by the hour, and not by the minute. */
export const LATENCIES = 'disk_latency'

/** The counters of one source at one time, in the order of its columns. */
export type SourceReading = {
  target: MeasuredTarget
  machineId: string
  sledId: string
  /** The disk, the interface, or the machine itself. */
  resourceId: string
  /** Start of the counted period, in milliseconds since 1970. */
  since: number
  values: number[]
}

/** Returns the readings of a machine, of its disks and of its interfaces. */
export function readingsOf(machine: MachineReading): SourceReading[] {
  const { id: machineId, sledId, vcpus, disks, nics } = machine
  const common = { machineId, sledId, since: machine.since.getTime() }
  const times = vcpus.flatMap((vcpu) => VCPU_STATES.map((state) => vcpu[state]))
  return [
    { ...common, target: 'virtual_machine', resourceId: machineId, values: times },
    ...disks.map((disk) => ({
      ...common,
      target: 'virtual_disk' as const,
      resourceId: disk.id,
      values: Object.values(DISK_COLUMNS).map((counter) => disk[counter]),
    })),
    ...nics.map((nic) => ({
      ...common,
      target: 'instance_network_interface' as const,
      resourceId: nic.id,
      values: Object.values(NIC_COLUMNS).map((counter) => nic[counter]),
    })),
  ]
}

/** Returns the readings of the latencies of a machine's disks. */
export const latencyReadingsOf = ({ id, sledId, since, disks }: MachineReading): SourceReading[] =>
  disks.map(({ id: resourceId, latencies }) => ({
    target: LATENCIES,
    machineId: id,
    sledId,
    resourceId,
    since: since.getTime(),
    values: IO_KINDS.flatMap((kind) => [...latencies[kind].counts, latencies[kind].sum]),
  }))

/** One series of a source: the fields that it adds to those of the source, and its columns. */
export type SeriesColumns = { fields: Fields; first: number; count: number }

/** Returns the series of a metric in the columns of a source, by their number. */
export type SeriesIn = (width: number) => readonly SeriesColumns[]

const named = (columns: Record<string, string>, metric: string): SeriesIn | null => {
  const first = Object.keys(columns).indexOf(metric)
  if (first < 0) return null
  const found = [{ fields: {}, first, count: 1 }]
  return () => found
}

/** Returns where the metric of a published series is stored; null if the driver doesn't measure it. */
export function storedSeries(
  target: string,
  metric: string,
): { target: MeasuredTarget; series: SeriesIn } | null {
  if (target === 'virtual_disk' && metric === 'io_latency')
    return { target: LATENCIES, series: () => LATENCY_SERIES }
  if (target !== 'virtual_machine' && target !== 'instance_network_interface' && target !== 'virtual_disk')
    return null
  const series = seriesOf(target, metric)
  return series && { target, series }
}

function seriesOf(target: Exclude<MeasuredTarget, typeof LATENCIES>, metric: string): SeriesIn | null {
  if (target === 'virtual_machine') return metric === 'vcpu_usage' ? vcpuStates : null
  return named(target === 'virtual_disk' ? DISK_COLUMNS : NIC_COLUMNS, metric)
}

const vcpuStates: SeriesIn = (width) =>
  Array.from({ length: width }, (_, first) => ({ fields: vcpuFields(first), first, count: 1 }))

const vcpuFields = (column: number) => ({
  vcpu_id: Math.floor(column / VCPU_STATES.length),
  state: VCPU_STATES[column % VCPU_STATES.length]!,
})

/** The latencies of each kind of operations. */
export const LATENCY_SERIES = IO_KINDS.map((kind, at) => ({
  fields: { io_kind: kind },
  first: at * LATENCY_COLUMNS,
  count: LATENCY_COLUMNS,
}))

/** Returns the metric of a column of a target, and the labels that it adds to those of its source. */
export function columnNames(
  target: Exclude<MeasuredTarget, typeof LATENCIES>,
  column: number,
): { metric: string; fields: Record<string, string> } {
  if (target === 'virtual_machine') {
    const { vcpu_id, state } = vcpuFields(column)
    return { metric: 'vcpu_usage', fields: { vcpu_id: String(vcpu_id), state } }
  }
  const names = Object.keys(target === 'virtual_disk' ? DISK_COLUMNS : NIC_COLUMNS)
  return { metric: present(names[column], 'the metric of a column'), fields: {} }
}

/** The field that names the source itself, and the one that names its instance. */
export const NAMING_FIELDS: Record<MeasuredTarget, { resource: string; instance: string }> = {
  virtual_machine: { resource: 'instance_id', instance: 'instance_id' },
  virtual_disk: { resource: 'disk_id', instance: 'attached_instance_id' },
  disk_latency: { resource: 'disk_id', instance: 'attached_instance_id' },
  instance_network_interface: { resource: 'interface_id', instance: 'instance_id' },
}

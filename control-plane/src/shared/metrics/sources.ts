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

/** The targets whose counters the driver has. */
export type MeasuredTarget = 'virtual_machine' | 'virtual_disk' | 'instance_network_interface'

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

/** Returns the fields that a column adds to those of its source; null if the column is not of the metric. */
export type ColumnFields = (column: number) => Fields | null

const NO_FIELDS: Fields = {}

const named =
  (columns: Record<string, string>) =>
  (metric: string): ColumnFields => {
    const index = Object.keys(columns).indexOf(metric)
    return (column) => (column === index ? NO_FIELDS : null)
  }

const columnsOf: Record<MeasuredTarget, (metric: string) => ColumnFields> = {
  virtual_machine: (metric) => (column) =>
    metric === 'vcpu_usage'
      ? {
          vcpu_id: Math.floor(column / VCPU_STATES.length),
          state: VCPU_STATES[column % VCPU_STATES.length]!,
        }
      : null,
  virtual_disk: named(DISK_COLUMNS),
  instance_network_interface: named(NIC_COLUMNS),
}

/** Returns the metric of a column of a target, and the labels that it adds to those of its source. */
export function columnNames(
  target: MeasuredTarget,
  column: number,
): { metric: string; fields: Record<string, string> } {
  if (target === 'virtual_machine') {
    const vcpu = Math.floor(column / VCPU_STATES.length)
    const state = VCPU_STATES[column % VCPU_STATES.length]!
    return { metric: 'vcpu_usage', fields: { vcpu_id: String(vcpu), state } }
  }
  const names = Object.keys(target === 'virtual_disk' ? DISK_COLUMNS : NIC_COLUMNS)
  return { metric: names[column]!, fields: {} }
}

/** Returns whether the driver measures a target. */
export const isMeasured = (target: string): target is MeasuredTarget => target in columnsOf

/** Returns which columns of the sources of a target are a metric's. */
export const columnFields = (target: MeasuredTarget, metric: string): ColumnFields =>
  columnsOf[target](metric)

/** The field that names the source itself, and the one that names its instance. */
export const NAMING_FIELDS: Record<MeasuredTarget, { resource: string; instance: string }> = {
  virtual_machine: { resource: 'instance_id', instance: 'instance_id' },
  virtual_disk: { resource: 'disk_id', instance: 'attached_instance_id' },
  instance_network_interface: { resource: 'interface_id', instance: 'instance_id' },
}

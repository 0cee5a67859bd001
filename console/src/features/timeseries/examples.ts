import type { Scope } from './scope.ts'

export type Example = { title: string; query: string }

// docs/queries.md explains each operation.
const OF_MACHINES: readonly Example[] = [
  {
    title: 'CPU time of each instance',
    query: `get virtual_machine:vcpu_usage
  | filter timestamp > @now() - 1h
      && state == "run"
  | align mean_within(1m)
  | group_by [instance_id], sum`,
  },
  {
    title: 'Bytes read from each disk',
    query: `get virtual_disk:bytes_read
  | filter timestamp > @now() - 3h
  | align mean_within(3m)`,
  },
  {
    title: 'Reads and writes of each instance',
    query: `{
  get virtual_disk:reads
    | filter timestamp > @now() - 1h
    | align mean_within(1m)
    | group_by [attached_instance_id], sum;
  get virtual_disk:writes
    | filter timestamp > @now() - 1h
    | align mean_within(1m)
    | group_by [attached_instance_id], sum
} | join`,
  },
  {
    title: 'Latencies of reads from each disk',
    query: `get virtual_disk:io_latency
  | filter timestamp > @now() - 1h
      && io_kind == "read"`,
  },
  {
    title: 'Bytes that all interfaces sent, by the hour',
    query: `get instance_network_interface:bytes_sent
  | filter timestamp > @now() - 1d
  | align mean_within(1h)
  | group_by [], sum`,
  },
  {
    title: 'Last three readings of the CPU states',
    query: `get virtual_machine:vcpu_usage
  | filter timestamp > @now() - 5m
  | last 3`,
  },
]

const OF_THE_FLEET: readonly Example[] = [
  {
    title: 'Provisioned CPUs of each project and silo',
    query: `get collection_target:cpus_provisioned
  | filter timestamp > @now() - 7d`,
  },
]

/** Returns queries to start from. */
export const examplesFor = (scope: Scope): readonly Example[] =>
  scope ? OF_MACHINES : [...OF_MACHINES, ...OF_THE_FLEET]

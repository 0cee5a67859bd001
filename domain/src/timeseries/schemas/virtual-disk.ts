import { byteCounter, counter, metricField, schemasOf, targetField } from './target.ts'

const FAILURE_REASON = [metricField('failure_reason', 'string', 'Reason of the failure')]

const IO_KIND = [metricField('io_kind', 'string', 'Kind of the operation: read, write, flush or discard')]

/** Bins of latencies, in nanoseconds: the classes in which drivers count them. */
export const LATENCY_BINS = [
  0, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000, 50_000_000,
]

export const VIRTUAL_DISK = schemasOf({
  name: 'virtual_disk',
  description: 'A virtual disk that is attached to an instance',
  authzScope: 'project',
  fields: [
    targetField('attached_instance_id', 'uuid', 'ID of the instance that the disk is attached to'),
    targetField('block_size', 'u32', 'Block size of the disk, in bytes'),
    targetField('disk_id', 'uuid', 'ID of the disk'),
    targetField('project_id', 'uuid', 'ID of the project of the disk'),
    targetField('silo_id', 'uuid', 'ID of the silo of the disk'),
  ],
  metrics: {
    bytes_read: byteCounter('Number of bytes read from the disk'),
    bytes_written: byteCounter('Number of bytes written to the disk'),
    bytes_discarded: byteCounter('Number of bytes discarded from the disk'),
    reads: counter('Number of reads that succeeded'),
    writes: counter('Number of writes that succeeded'),
    flushes: counter('Number of flushes that succeeded'),
    discards: counter('Number of discards that succeeded'),
    failed_reads: counter('Number of reads that failed', FAILURE_REASON),
    failed_writes: counter('Number of writes that failed', FAILURE_REASON),
    failed_flushes: counter('Number of flushes that failed', FAILURE_REASON),
    failed_discards: counter('Number of discards that failed', FAILURE_REASON),
    io_latency: {
      description: 'Latencies of the operations on the disk',
      datumType: 'histogram_u64',
      units: 'nanoseconds',
      fields: IO_KIND,
      bins: LATENCY_BINS,
    },
    io_size: {
      description: 'Sizes of the operations on the disk',
      datumType: 'histogram_u64',
      units: 'bytes',
      fields: IO_KIND,
    },
  },
})

import { LATENCY_CLASSES } from '@granary/compute/latencies.ts'
import type { ExportedRound, ExportedSample } from '../kit/base/exported-round.ts'
import { columnNames, LATENCIES, LATENCY_SERIES, NAMING_FIELDS, type SourceReading } from './sources.ts'

/** Returns the counters of a round with names and labels. */
export const exportedRound = (time: number, readings: readonly SourceReading[]): ExportedRound => ({
  time,
  size: readings.reduce((sum, reading) => sum + samplesIn(reading), 0),
  *samples() {
    for (const reading of readings) yield* samplesOf(reading)
  },
})

/** A distribution has its number of samples besides its columns. */
const samplesIn = ({ target, values }: SourceReading): number =>
  values.length + (target === LATENCIES ? LATENCY_SERIES.length : 0)

/** Returns the counters of a reading. The metric `virtual_disk:reads` has the name `virtual_disk_reads_total`. */
function samplesOf({ target, machineId, sledId, resourceId, values }: SourceReading): ExportedSample[] {
  const { resource, instance } = NAMING_FIELDS[target]
  const common = { [instance]: machineId, [resource]: resourceId, sled_id: sledId }
  if (target === LATENCIES) return latencySamples(common, values)
  return values.map((value, column) => {
    const { metric, fields } = columnNames(target, column)
    return { name: `${target}_${metric}_total`, labels: { ...common, ...fields }, value }
  })
}

/** Returns the latencies of a disk as a histogram of Prometheus: its buckets have the samples up to `le`, in nanoseconds. */
function latencySamples(common: ExportedSample['labels'], values: readonly number[]): ExportedSample[] {
  return LATENCY_SERIES.flatMap(({ fields, first, count }) => {
    const labels = { ...common, ...fields }
    const [counts, [sum]] = [values.slice(first, first + count - 1), values.slice(first + count - 1)]
    let samples = 0
    const buckets = counts.map((count, at) => {
      samples += count
      const le = at + 1 < LATENCY_CLASSES.length ? String(LATENCY_CLASSES[at + 1]) : '+Inf'
      return { name: 'virtual_disk_io_latency_bucket', labels: { ...labels, le }, value: samples }
    })
    return [
      ...buckets,
      { name: 'virtual_disk_io_latency_sum', labels, value: sum! },
      { name: 'virtual_disk_io_latency_count', labels, value: samples },
    ]
  })
}

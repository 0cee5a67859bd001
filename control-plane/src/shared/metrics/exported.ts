import type { ExportedRound, ExportedSample } from '../../kit/exported-round.ts'
import { columnNames, NAMING_FIELDS, type SourceReading } from './sources.ts'

/** Returns the counters of a round with names and labels. */
export const exportedRound = (time: number, readings: readonly SourceReading[]): ExportedRound => ({
  time,
  size: readings.reduce((sum, { values }) => sum + values.length, 0),
  *samples() {
    for (const reading of readings) yield* samplesOf(reading)
  },
})

/** Returns the counters of a reading. The metric `virtual_disk:reads` has the name `virtual_disk_reads_total`. */
function samplesOf({ target, machineId, sledId, resourceId, values }: SourceReading): ExportedSample[] {
  const { resource, instance } = NAMING_FIELDS[target]
  const common = { [instance]: machineId, [resource]: resourceId, sled_id: sledId }
  return values.map((value, column) => {
    const { metric, fields } = columnNames(target, column)
    return { name: `${target}_${metric}_total`, labels: { ...common, ...fields }, value }
  })
}

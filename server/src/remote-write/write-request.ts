import type { ExportedSample } from '@granary/control-plane/kit/base/exported-round.ts'
import { varint } from './snappy.ts'

// Tags of Protocol Buffers: the number of a field, then the type of its value.
const LENGTH_DELIMITED = 2
const tag = (field: number, type: number): number => (field << 3) | type
const FIRST = tag(1, LENGTH_DELIMITED)
const SECOND = tag(2, LENGTH_DELIMITED)
const SAMPLE_VALUE = tag(1, 1)
const SAMPLE_TIME = tag(2, 0)

/**
 * Encodes samples of one time as a `prometheus.WriteRequest` (remote write 1.0): a series with its labels, sorted by name, and one
 * sample for each.
 * @param time in milliseconds since 1970.
 */
export const writeRequest = (time: number, samples: readonly ExportedSample[]): Uint8Array =>
  Buffer.concat(samples.map((sample) => message(FIRST, seriesOf(time, sample))))

function seriesOf(time: number, { name, labels, value }: ExportedSample): Uint8Array {
  const named = Object.entries({ ...labels, __name__: name }).sort(([a], [b]) => (a < b ? -1 : 1))
  return Buffer.concat([...named.map(labelOf), message(SECOND, sampleOf(time, value))])
}

const labelOf = ([name, value]: [string, string]): Uint8Array =>
  message(FIRST, Buffer.concat([message(FIRST, Buffer.from(name)), message(SECOND, Buffer.from(value))]))

function sampleOf(time: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(9)
  bytes[0] = SAMPLE_VALUE
  bytes.writeDoubleLE(value, 1)
  return Buffer.concat([bytes, Uint8Array.of(SAMPLE_TIME, ...varint(time))])
}

const message = (field: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.of(field, ...varint(content.length)), content])

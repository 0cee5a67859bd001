import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { manualClock } from '@granary/compute/clock.ts'
import type { ExportedRound } from '@granary/control-plane/kit/base/exported-round.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openRemoteWriter } from './open.ts'
import type { Outcome } from './remote-writer.ts'
import { snappyLiterals } from './snappy.ts'

type Decoded = { labels: Record<string, string>; value: number; time: number }
type Received = { headers: IncomingMessage['headers']; series: Decoded[] }

/** Starts a receiver that answers with the given statuses in turn, then 204, and a writer that sends to it. */
async function start({ statuses = [] as number[], token = '', batch = 1_000, rounds = 2 } = {}) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ headers: request.headers, series: decodeRequest(unpack(body)) })
      response.writeHead(statuses.shift() ?? 204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const folder = mkdtempSync(join(tmpdir(), 'granary-remote-write-'))
  const tokenFile = join(folder, 'token')
  writeFileSync(tokenFile, `${token}\n`)
  const clock = manualClock()
  const counts = { sent: 0, refused: 0, dropped: 0, failures: 0 }
  const logged: unknown[] = []
  const remoteWrite = () => ({
    onOutcome: (outcome: Outcome, samples: number) => void (counts[outcome] += samples),
    onFailure: () => void counts.failures++,
  })
  const writer = openRemoteWriter(
    {
      remoteWriteUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/write`,
      remoteWriteTokenFile: token === '' ? null : tokenFile,
      remoteWriteBatch: batch,
      remoteWriteRounds: rounds,
    },
    { clock, log: (...entry) => void logged.push(entry), metrics: { remoteWrite } },
  )!
  onTestFinished(() => {
    writer.stop()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true })
  })
  return { writer, clock, received, counts, logged }
}

const round = (time: number, ...values: number[]): ExportedRound => ({
  time,
  size: values.length,
  samples: () =>
    values.map((value, at) => ({
      name: 'virtual_disk_reads_total',
      labels: { disk_id: `disk-${at}`, sled_id: 'größe' },
      value,
    })),
})

test('sends a round in batches that a receiver can decode, with the token', async () => {
  const { writer, received } = await start({ token: 'secret', batch: 2 })
  writer.offer(round(1_767_225_600_123, 1, 2.5, 2 ** 53 - 1))
  await expect.poll(() => received.length).toBe(2)
  expect(received.flatMap(({ series }) => series)).toEqual(
    [1, 2.5, 2 ** 53 - 1].map((value, at) => ({
      labels: { __name__: 'virtual_disk_reads_total', disk_id: `disk-${at}`, sled_id: 'größe' },
      value,
      time: 1_767_225_600_123,
    })),
  )
  expect(Object.keys(received[0]!.series[0]!.labels)).toEqual(['__name__', 'disk_id', 'sled_id'])
  expect(received[0]!.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-encoding': 'snappy',
    'content-type': 'application/x-protobuf',
    'x-prometheus-remote-write-version': '0.1.0',
  })
})

test('sends again what the receiver could not take, and not what it refuses', async () => {
  const { writer, clock, received, counts } = await start({ statuses: [503, 204, 400] })
  writer.offer(round(1, 1))
  await expect.poll(() => counts.failures).toBe(1)
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return counts.sent
    })
    .toBe(1)
  writer.offer(round(2, 5, 6))
  await expect.poll(() => counts.refused).toBe(2)
  expect(writer.failingSince()).not.toBeNull()
  expect(received.map(({ series }) => series[0]!.time)).toEqual([1, 1, 2])
})

test('drops the oldest rounds while the receiver is down', async () => {
  const { writer, clock, received, counts } = await start({ statuses: [500], rounds: 2 })
  writer.offer(round(1, 1))
  await expect.poll(() => counts.failures).toBe(1)
  expect(writer.failingSince()).toBe(clock.now().getTime())
  for (const time of [2, 3, 4]) writer.offer(round(time, 1, 2, 3))
  expect(counts.dropped).toBe(3)
  expect(writer.waiting).toBe(6)
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return counts.sent
    })
    .toBe(7)
  expect(writer.failingSince()).toBeNull()
  expect(received.map(({ series }) => series[0]!.time)).toEqual([1, 1, 3, 4])
})

test('stops while it waits for the next attempt', async () => {
  const { writer, clock, received, counts } = await start({ statuses: [500] })
  writer.offer(round(1, 1))
  await expect.poll(() => counts.failures).toBe(1)
  writer.stop()
  await clock.advance(60_000)
  writer.offer(round(2, 1))
  expect(received).toHaveLength(1)
  expect(writer.waiting).toBe(0)
})

test('keeps an unusable token out of the log', async () => {
  const { writer, received, counts, logged } = await start({ token: 'hunter2\nhunter3' })
  writer.offer(round(1, 1))
  await expect.poll(() => counts.failures).toBe(1)
  expect(received).toEqual([])
  const text = JSON.stringify(logged)
  expect(text).toContain('the token file must contain')
  expect(text).not.toContain('hunter')
})

test('drops the rest of a round that it cannot encode, and sends the next one', async () => {
  const { writer, received, counts, logged } = await start({ batch: 1 })
  const broken = round(1, 1, 2, 3)
  writer.offer({
    ...broken,
    *samples() {
      const [first] = broken.samples()
      yield first!
      throw new Error('no second sample')
    },
  })
  await expect.poll(() => counts).toMatchObject({ sent: 1, dropped: 2 })
  expect(JSON.stringify(logged)).toContain('no second sample')
  writer.offer(round(2, 1))
  await expect.poll(() => counts.sent).toBe(2)
  expect(received.map(({ series }) => series[0]!.time)).toEqual([1, 2])
})

test('reads no more samples after a stop', async () => {
  const { writer, counts } = await start({ statuses: [500], batch: 1 })
  const full = round(1, 1, 2, 3)
  let read = 0
  writer.offer({
    ...full,
    *samples() {
      for (const sample of full.samples()) {
        read++
        yield sample
      }
    },
  })
  await expect.poll(() => counts.failures).toBe(1)
  writer.stop()
  await setImmediate()
  expect(read).toBe(1)
})

test.each([0, 1, 65_535, 65_536, 65_537, 200_000])('packs %i bytes as Snappy literals', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => at % 251)
  expect(Buffer.compare(unpack(snappyLiterals(bytes)), bytes)).toBe(0)
})

/** Reads numbers and bytes as in Protocol Buffers. */
class Reader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length
  }

  take(length: number): Buffer {
    expect(this.#at + length).toBeLessThanOrEqual(this.#bytes.length)
    this.#at += length
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at))
  }

  varint(): number {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(this.take(1)[0]!)
      value |= (byte & 0x7fn) << shift
      if (byte < 0x80n) return Number(value)
    }
  }
}

/** Unpacks the block format of Snappy, with literals of every form. */
function unpack(packed: Uint8Array): Buffer {
  const reader = new Reader(packed)
  const length = reader.varint()
  const parts: Buffer[] = []
  while (!reader.isAtEnd) {
    const tag = reader.take(1)[0]!
    expect(tag & 3).toBe(0)
    const short = tag >> 2
    parts.push(reader.take(1 + (short < 60 ? short : reader.take(short - 59).readUIntLE(0, short - 59))))
  }
  const bytes = Buffer.concat(parts)
  expect(bytes.length).toBe(length)
  return bytes
}

type Field = { number: number; value: Buffer | number }

/** Splits a message of Protocol Buffers into its fields. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const reader = new Reader(bytes)
  const fields: Field[] = []
  while (!reader.isAtEnd) {
    const tag = reader.varint()
    const read = {
      0: () => reader.varint(),
      1: () => reader.take(8).readDoubleLE(),
      2: () => reader.take(reader.varint()),
    }[tag & 7]
    fields.push({ number: tag >> 3, value: read!() })
  }
  return fields
}

const messages = (fields: Field[], number: number): Field[][] =>
  fields.filter((field) => field.number === number).map(({ value }) => fieldsOf(value as Buffer))

const decodeRequest = (bytes: Uint8Array): Decoded[] =>
  messages(fieldsOf(bytes), 1).map((series) => {
    const [[value, time] = []] = messages(series, 2)
    return {
      labels: Object.fromEntries(
        messages(series, 1).map((label) => label.map(({ value: text }) => String(text))),
      ),
      value: value!.value as number,
      time: time!.value as number,
    }
  })

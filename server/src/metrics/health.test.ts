import { Gate } from '@granary/control-plane/edge/gate.ts'
import type { HostServices } from '@granary/control-plane/kit/context/services.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/open.ts'
import { health } from './health.ts'
import { createMetrics } from './metrics.ts'

test('is not ready while the disk of its data folder is full, recovers by itself, and names a silent driver', async () => {
  const database = await openDatabase('file::memory:')
  onTestFinished(database.close)
  let isShort = false
  let answers = true
  const answer = health({
    services: database as unknown as HostServices,
    metrics: createMetrics(),
    gate: new Gate({ rate: 0 }),
    isReady: () => true,
    driverAnswers: () => answers,
    isShortOfSpace: async () => isShort,
  })
  const ready = async () => {
    const response = (await answer('/readyz'))!
    return [response.status, await response.json()]
  }
  expect(await ready()).toEqual([200, { status: 'ok' }])
  isShort = true
  expect(await ready()).toEqual([503, { status: 'the disk of the data folder is almost full' }])
  expect((await answer('/healthz'))!.status).toBe(200)
  isShort = false
  expect(await ready()).toEqual([200, { status: 'ok' }])
  answers = false
  expect(await ready()).toEqual([200, { status: 'ok', driver: 'does not answer' }])
})

test('is not ready while the disk of the database is full', async () => {
  const database = await openDatabase('file::memory:')
  onTestFinished(database.close)
  let isFull = true
  const answer = health({
    services: database as unknown as HostServices,
    metrics: createMetrics(),
    gate: new Gate({ rate: 0 }),
    isDatabaseFull: async () => isFull,
    isReady: () => true,
    driverAnswers: () => true,
    isShortOfSpace: async () => false,
  })
  const ready = async () => {
    const response = (await answer('/readyz'))!
    return [response.status, await response.json()]
  }
  expect(await ready()).toEqual([503, { status: 'the disk of the database is full' }])
  isFull = false
  expect(await ready()).toEqual([200, { status: 'ok' }])
})

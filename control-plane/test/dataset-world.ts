import { readFileSync } from 'node:fs'
import { codecOf } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { type Clock, systemClock } from '@granary/compute/clock.ts'
import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import type { z } from 'zod'
import { createControlPlane } from '../src/control-plane.ts'
import { loadDataset } from '../src/dataset/load.ts'
import { defaultSettings, type HostServices } from '../src/kit/context/services.ts'
import { loadActor } from '../src/access/actor.ts'
import { freshDatabase } from './databases.ts'
import { ServerState } from '../src/kit/context/server-state.ts'

/** The data set that the preview shows, parsed. */
export const exampleDataset = (): Record<string, Record<string, unknown>[]> =>
  JSON.parse(readFileSync(new URL('../../datasets/example.json', import.meta.url), 'utf8')) as never

/** Opens an empty cloud in memory, to load a data set into. */
export async function emptyWorld({ clock = systemClock, speed = 1 }: { clock?: Clock; speed?: number } = {}) {
  const database = await freshDatabase()
  const compute = await openSimulatedDriver({ clock, speed })
  const hashed: string[] = []
  const passwords = {
    hash: async (password: string) => {
      hashed.push(password)
      return `plain:${password}`
    },
    verify: async (hash: string | null, password: string) => hash === `plain:${password}`,
  }
  const services: HostServices = {
    ...database,
    clock,
    random: Math.random,
    compute,
    passwords,
    log: () => {},
    state: new ServerState(database.db),
    // One vCPU a thread, so that a few instances fill a sled.
    settings: { ...defaultSettings, vcpusPerThread: 1, settlingTime: 0, metricsInterval: 0 },
  }
  const close = async () => {
    await compute.close()
    await database.close()
  }
  return { services, hashed, close }
}

/** A cloud with a data set in it, and a client that calls it as any of its users. */
export async function datasetWorld(json: unknown, options: { clock?: Clock; speed?: number } = {}) {
  const empty = await emptyWorld(options)
  const { db } = empty.services
  await loadDataset(empty.services, json)
  const users = new Map(
    (await db.selectFrom('silo_user').selectAll().execute()).map((row) => [row.external_id, row.id]),
  )
  const controlPlane = createControlPlane({
    ...empty.services,
    authenticate: (request) => loadActor(db, users.get(request.headers.get('x-user')!)!, null),
  })
  /** Returns the body as parsed by its schema; a body that the schema refuses fails the test. */
  async function ask<Id extends OperationId>(
    id: Id,
    path: string,
    { user = 'admin', body }: { user?: string; body?: unknown } = {},
  ) {
    const { method, response } = contract[id]
    const headers = { 'x-user': user, 'content-type': 'application/json' }
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const answer = await controlPlane.fetch(new Request(`http://test${path}`, init))
    const json = (await answer.json()) as { message?: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${json.message}`)
    const schema = response as unknown as z.ZodType
    return schema.parse(codecOf(schema).decode(json)) as ResponseOf<Id>
  }
  return { ...empty, controlPlane, ask }
}

type Contract = typeof contract
type ResponseOf<Id extends OperationId> = Contract[Id]['response'] extends z.ZodType
  ? z.output<Contract[Id]['response']>
  : undefined
export type DatasetWorld = Awaited<ReturnType<typeof datasetWorld>>

import { copyStates, type CopyState } from '@granary/domain/snapshot-states.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImageRow, SnapshotRow } from '../database/schema.ts'
import { openWorld, type World } from '../../test/world.ts'

type Outcome = [status: number, text?: string]
type Table = Record<string, Record<CopyState, Outcome>>

// The expected outcome of each action in each state, written from the intended behavior and not from the code.
const kept = (state: CopyState): Outcome => [400, `snapshot cannot be deleted in state "${state}"`]
const noImage = (state: CopyState): Outcome => [400, `image cannot be made of a snapshot in state "${state}"`]
const noDisk = (state: CopyState): Outcome => [400, `in state "${state}"`]
/** A source in `creating` is worth the wait; one that failed never becomes ready. */
const source = (made: number, refusal: (state: CopyState) => Outcome): Record<CopyState, Outcome> => ({
  creating: [made],
  ready: [made],
  faulted: refusal('faulted'),
  destroyed: refusal('destroyed'),
})
const always = (...outcome: Outcome): Record<CopyState, Outcome> => ({
  creating: outcome,
  ready: outcome,
  faulted: outcome,
  destroyed: outcome,
})

const ofSnapshot: Table = {
  delete: { creating: kept('creating'), ready: [204], faulted: [204], destroyed: kept('destroyed') },
  'make an image of it': source(201, noImage),
  'make an image of the silo of it': source(201, noImage),
  'make a disk of it': source(201, noDisk),
}
const ofProjectImage: Table = {
  delete: always(204),
  promote: always(202),
  demote: always(400, 'Cannot demote a project image'),
  'make a disk of it': source(201, noDisk),
}
const ofSiloImage: Table = {
  delete: always(204),
  promote: always(400, 'Cannot promote a silo image'),
  demote: always(202),
  'make a disk of it': source(201, noDisk),
}

let world: World
let [snapshot, image]: [SnapshotRow?, ImageRow?] = []
beforeAll(async () => {
  world = await openWorld()
  const { ask, until, services } = world
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const common = { name: 'first', description: '' }
  const disk = (await ask('POST', '/v1/disks?project=shop', { ...common, size: GiB, disk_backend: blank }))
    .body.id
  await until(`/v1/disks/${disk}`, ({ state }) => state.state === 'detached')
  const { id } = (await ask('POST', '/v1/snapshots?project=shop', { ...common, disk })).body
  await ask('POST', '/v1/images?project=shop', {
    ...common,
    os: 'debian',
    version: '13',
    source: { type: 'snapshot', id },
  })
  await until('/v1/images/first?project=shop', ({ state }) => state === 'ready')
  snapshot = await services.db.selectFrom('snapshot').selectAll().executeTakeFirstOrThrow()
  image = await services.db.selectFrom('image').selectAll().executeTakeFirstOrThrow()
})
afterAll(() => world.close())

/** A copy of a snapshot or image under a new id and name, in a state that no task changes. */
async function another(table: 'snapshot' | 'image', change: Partial<ImageRow>): Promise<string> {
  const id = crypto.randomUUID()
  const first = table === 'snapshot' ? snapshot! : image!
  const row = { ...first, ...change, id, name: `x-${id}` }
  await world.services.db
    .insertInto(table as 'image')
    .values(row as ImageRow)
    .execute()
  return id
}

function act(action: string, kind: 'snapshot' | 'image', id: string) {
  const { ask } = world
  const named = { name: `made-${id}`, description: '' }
  const imageOf = { ...named, os: 'debian', version: '13', source: { type: 'snapshot', id } }
  switch (action) {
    case 'delete':
      return ask('DELETE', `/v1/${kind}s/${id}`)
    case 'make an image of it':
      return ask('POST', '/v1/images?project=shop', imageOf)
    case 'make an image of the silo of it':
      return ask('POST', '/v1/images', imageOf)
    case 'promote':
      return ask('POST', `/v1/images/${id}/promote`)
    case 'demote':
      return ask('POST', `/v1/images/${id}/demote?project=shop`)
    default: {
      const disk_source = { type: kind, [`${kind}_id`]: id }
      const body = { ...named, size: GiB, disk_backend: { type: 'distributed', disk_source } }
      return ask('POST', '/v1/disks?project=shop', body)
    }
  }
}

async function expectOutcome(
  action: string,
  [status, text]: Outcome,
  kind: 'snapshot' | 'image',
  id: string,
) {
  const answer = await act(action, kind, id)
  expect({ status: answer.status, message: answer.body?.message }).toEqual({
    status,
    message: text === undefined ? undefined : expect.stringContaining(text),
  })
  if (status >= 400) expect(answer.body.error_code).toBe('InvalidRequest')
}

describe.each(copyStates)('%s', (state) => {
  test.each(Object.entries(ofSnapshot))('a snapshot: %s', async (action, outcomes) =>
    expectOutcome(action, outcomes[state], 'snapshot', await another('snapshot', { state })),
  )
  test.each(Object.entries(ofProjectImage))('an image of a project: %s', async (action, outcomes) =>
    expectOutcome(action, outcomes[state], 'image', await another('image', { state })),
  )
  test.each(Object.entries(ofSiloImage))('an image of the silo: %s', async (action, outcomes) =>
    expectOutcome(action, outcomes[state], 'image', await another('image', { state, project_id: null })),
  )
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { datasetWorld, type DatasetWorld, emptyWorld, exampleDataset } from '../../test/dataset-world.ts'
import { userNamed } from '../kinds/scim-user.ts'
import { hashToken } from '../access/token.ts'
import { loadDataset } from './load.ts'

let world: DatasetWorld
const TOKEN = `granary-scim-${'0'.repeat(40)}`
beforeAll(async () => {
  world = await datasetWorld(exampleDataset())
  const { db } = world.services
  // No secret matches the tokens of a data set.
  const { id } = await db.selectFrom('scim_token').select('id').executeTakeFirstOrThrow()
  await db
    .updateTable('scim_token')
    .set({ token_hash: hashToken(TOKEN) })
    .where('id', '=', id)
    .execute()
})
afterAll(() => world.close())

async function list(path: string): Promise<Record<string, unknown>[]> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const answer = await world.controlPlane.fetch(new Request(`http://test/scim/v2${path}`, { headers }))
  return ((await answer.json()) as { Resources: Record<string, unknown>[] }).Resources
}

test("shows the users of a data set to their silo's identity provider", async () => {
  expect(await list('/Users?attributes=userName,displayName,active&sortBy=userName')).toMatchObject([
    { userName: 'Freya@growers.example', displayName: 'Freya Lund', active: true },
    { userName: 'Marek@growers.example', active: true },
    { userName: 'Odile@growers.example', active: false },
  ])
  expect(await list('/Groups?sortBy=displayName')).toMatchObject([
    { displayName: 'Growers', members: [{ display: 'Freya Lund' }, { display: 'Marek Dvorak' }] },
    { displayName: 'Seed Bank Keepers', members: [{ display: 'Freya Lund' }] },
  ])
})

test('signs active users in by name, in any case', async () => {
  const { db } = world.services
  const { id } = await db
    .selectFrom('silo')
    .select('id')
    .where('name', '=', 'cooperative')
    .executeTakeFirstOrThrow()
  expect(await userNamed(db, id, 'FREYA@growers.example')).toMatchObject({ display_name: 'Freya Lund' })
  expect(await userNamed(db, id, 'odile@growers.example')).toBe(undefined)
})

const scim = { name: 'main', identity_mode: 'saml_scim' }
test.each([
  [
    'tokens',
    { silos: [{ name: 'main', scim_tokens: [{}] }] },
    'silos[0].scim_tokens: only silos of identity mode saml_scim',
  ],
  [
    'whoever is not active',
    { silos: [{ name: 'main' }], users: [{ display_name: 'a', active: false }] },
    'users[0].active: only users of a silo of identity mode saml_scim',
  ],
  [
    'two users of a name',
    { silos: [scim], users: [{ display_name: 'Ada' }, { display_name: 'ada' }] },
    'users[1]: there is another "ada" in the same place',
  ],
  [
    'two groups of a name',
    { silos: [scim], groups: [{ display_name: 'Crew' }, { display_name: 'CREW' }] },
    'groups[1]: there is another "CREW" in the same place',
  ],
])('%s: refused', async (_, dataset, message) => {
  const empty = await emptyWorld()
  await expect(loadDataset(empty.services, dataset)).rejects.toThrow(message)
  await empty.close()
})

import { contract } from '@granary/contract/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWalk, operations, type Said, type Walk } from '../../../test/authorization/walk.ts'

let walk: Walk
beforeAll(async () => {
  walk = await openWalk()
})
afterAll(() => walk.close())

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** Returns an answer without what differs between two requests: their IDs. */
const plain = ({ status, body }: Said) => `${status} ${JSON.stringify(body).replaceAll(UUID, 'ID')}`

test.each(['no role', 'admin of another silo'] as const)(
  'a resource that is hidden from %s looks like one that does not exist',
  async (person) => {
    const cookie = await walk.signIn(person)
    const hidden: Record<string, string> = {}
    const missing: Record<string, string> = {}
    for (const id of operations) {
      if (contract[id].needs.by === 'anyone') continue
      await walk.restore()
      const said = await walk.send(id, walk.byId, { cookie })
      if (said.status !== 404) continue
      hidden[id] = plain(said)
      missing[id] = plain(await walk.send(id, walk.unknown, { cookie }))
    }
    expect(hidden).toEqual(missing)
    expect(Object.keys(hidden).length).toBeGreaterThan(70)
  },
)

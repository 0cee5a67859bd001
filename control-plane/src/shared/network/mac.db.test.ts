import { expect, test } from 'vitest'
import { openWorld } from '../../../test/world.ts'

test('hardware addresses and network identifiers stay unique when the random generator repeats itself', async () => {
  const world = await openWorld()
  const drawn = [0.25, 0.25, 0.25, 0.25, 0.75]
  let at = 0
  // The generator repeats its numbers, so a second project and instance first draw those of the first.
  world.services.random = () => drawn[at++ % drawn.length]!
  for (const project of ['one', 'two']) {
    at = 0
    expect((await world.ask('POST', '/v1/projects', { name: project, description: '' })).status).toBe(201)
    at = 0
    const body = { name: 'web', description: '', hostname: 'web', ncpus: 1, memory: 1024 ** 3, start: false }
    expect((await world.ask('POST', `/v1/instances?project=${project}`, body)).status).toBe(201)
  }
  const macs = await world.services.db.selectFrom('network_interface').select('mac').execute()
  expect(new Set(macs.map((row) => row.mac)).size).toBe(2)
  await world.close()
})

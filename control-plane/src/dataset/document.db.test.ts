import { readFileSync } from 'node:fs'
import { collections } from './format.ts'
import { expect, test } from 'vitest'
import { datasetWorld } from '../../test/dataset-world.ts'

const text = readFileSync(new URL('../../../docs/dataset.md', import.meta.url), 'utf8')

test("loads the documentation's example, which shows what the text promises", async () => {
  const world = await datasetWorld(JSON.parse(/```json\n([\s\S]*?)```/.exec(text)![1]!))
  const web = await world.ask('instanceView', '/v1/instances/web?project=shop')
  expect(web).toMatchObject({ runState: 'failed', autoRestartEnabled: true })
  expect(Date.parse(web.autoRestartCooldownExpiration!) - Date.now()).toBeGreaterThan(3 * 60_000)
  expect(await world.ask('diskView', '/v1/disks/shelf-0999?project=shop')).toMatchObject({
    state: { state: 'importing_from_bulk_writes' },
  })
  await world.close()
})

test('documents every field of every list', () => {
  for (const [list, schema] of Object.entries(collections)) {
    const row = text.split('\n').find((line) => line.startsWith(`| \`${list}\``)) ?? ''
    const everywhere = ['id', 'description', 'time_created', 'time_modified', 'silo', 'tags']
    const missing = Object.keys(schema.shape).filter(
      (field) => !everywhere.includes(field) && !row.includes(`\`${field}\``),
    )
    expect({ list, missing }).toEqual({ list, missing: [] })
  }
})

test('protects the disks and instances that say so from deletion', async () => {
  const one = { project: 'shop', deletion_protected: true }
  const world = await datasetWorld({
    silos: [{ name: 'main', role_assignments: [{ identity: 'admin', role_name: 'admin' }] }],
    users: [{ display_name: 'admin' }],
    projects: [{ name: 'shop' }],
    instances: [{ ...one, name: 'web' }],
    disks: [{ ...one, name: 'data', size: '1 GiB' }],
  })
  const isProtected = { deletionProtected: true }
  expect(await world.ask('instanceView', '/v1/instances/web?project=shop')).toMatchObject(isProtected)
  expect(await world.ask('diskView', '/v1/disks/data?project=shop')).toMatchObject(isProtected)
  await world.close()
})

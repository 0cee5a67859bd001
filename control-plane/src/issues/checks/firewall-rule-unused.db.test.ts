import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { rawWriter } from '../../database/session.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  for (const project of ['small', 'large']) {
    await world.ask('POST', '/v1/projects', { name: project, description: '' })
    const { status } = await world.ask('POST', `/v1/instances?project=${project}`, {
      name: 'web',
      description: '',
      hostname: 'web',
      ncpus: 1,
      memory: GiB,
      start: false,
    })
    expect(status).toBe(201)
    const lost = {
      name: 'lost',
      description: '',
      status: 'enabled',
      direction: 'inbound',
      targets: [{ type: 'instance', value: 'nobody' }],
      filters: {},
      action: 'allow',
      priority: 100,
    }
    await world.ask('PUT', `/v1/vpc-firewall-rules?project=${project}&vpc=default`, { rules: [lost] })
  }
})
afterAll(() => world.close())

/** Adds interfaces to the instance of the large project. */
async function addInterfaces(count: number): Promise<void> {
  const db = rawWriter(world.services)
  const like = await db
    .selectFrom('network_interface')
    .innerJoin('instance', 'instance.id', 'network_interface.instance_id')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .where('project.name', '=', 'large')
    .selectAll('network_interface')
    .executeTakeFirstOrThrow()
  const rows = Array.from({ length: count }, (_, at) => ({
    ...like,
    id: crypto.randomUUID(),
    name: `more-${at}`,
    slot: at + 10,
    mac: `A8:40:25:FF:${String(at).padStart(4, '0')}`,
    ipv4: null,
    ipv6: null,
    is_primary: 0 as const,
  }))
  for (const some of chunks(rows)) await db.insertInto('network_interface').values(some).execute()
}

async function answer(of: string) {
  const { body } = await world.ask('GET', `/experimental/v1/${of}issues`)
  const messages: string[] = body.items
    .filter(({ check }: { check: string }) => check === 'firewall-rule-unused')
    .map(({ project_name: project, message }: Record<string, string>) => project ?? message)
  return { found: messages, capped: body.capped as string[] }
}

test('leaves out firewalls beyond a megabyte of rules, which take long to read', async () => {
  const db = rawWriter(world.services)
  const hosts = Array.from({ length: 20_000 }, () => ({ type: 'ip', value: '192.0.2.1' }))
  await db
    .updateTable('firewall_rule')
    .set({ filters: JSON.stringify({ hosts, ports: null, protocols: null }) })
    .execute()
  expect(await answer('')).toEqual({ found: ['large'], capped: ['firewall-rule-unused'] })
  await db
    .updateTable('firewall_rule')
    .set({ filters: JSON.stringify({ hosts: null, ports: null, protocols: null }) })
    .execute()
})

test('leaves out a network that would take too long, and marks the check as capped', async () => {
  expect(await answer('')).toEqual({ found: ['large', 'small'], capped: [] })
  expect(await answer('system/')).toEqual({
    found: ['Silo main has 2 firewall rules without effect'],
    capped: [],
  })
  await addInterfaces(4_600)
  expect(await answer('')).toEqual({ found: ['small'], capped: ['firewall-rule-unused'] })
  expect(await answer('system/')).toEqual({
    found: ['Silo main has at least 1 firewall rule without effect'],
    capped: ['firewall-rule-unused'],
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { followEvents } from './events.ts'
import { type Instance, smallInstance } from './machine.ts'
import { runServer } from './server.ts'

test('share sessions, resources, changes and tasks when they start together on one PostgreSQL', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const flags = ['--database-url', url]
  const [one, other] = await Promise.all([runServer(flags), runServer(flags)])
  // Both found the database empty; one of them has filled it.
  expect([one.first.did, other.first.did].sort()).toEqual(['nothing', 'set up'])

  const cookie = await one.signIn()
  expect((await other.get('/v1/me', { cookie })).status).toBe(200)
  const [here, there] = [await followEvents(one.url, cookie), await followEvents(other.url, cookie)]
  const project = { name: 'p', description: '' }
  const answers = await Promise.all(
    [one, other].map(({ send }) => send('POST', '/v1/projects', project, { cookie })),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 400])
  for (const { seen } of [here, there])
    await expect.poll(() => seen.map(({ kind, name }) => `${kind} ${name}`)).toContain('project p')

  const created = await one.send('POST', '/v1/instances?project=p', smallInstance('machine'), { cookie })
  const { id } = (await created.json()) as Instance
  const state = async () =>
    ((await (await other.get(`/v1/instances/${id}`, { cookie })).json()) as Instance).run_state
  await expect.poll(state).toBe('running')
  for (const { seen } of [here, there])
    await expect.poll(() => seen.filter((change) => change.id === id).length).toBeGreaterThan(1)

  // The server that stops leaves no unfinished work behind.
  await one.stop()
  expect((await other.send('POST', `/v1/instances/${id}/stop`, undefined, { cookie })).status).toBe(202)
  await expect.poll(state).toBe('stopped')
})

test('allocate a distinct address to each instance when they allocate at the same time', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const flags = ['--database-url', url]
  const servers = await Promise.all([runServer(flags), runServer(flags)])
  const cookie = await servers[0].signIn()
  await servers[0].send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })
  const create = async (at: number) => {
    const body = {
      ...smallInstance(`machine-${at}`, false),
      network_interfaces: { type: 'default_ipv4' },
      external_ips: [{ type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } }],
    }
    const answer = await servers[at % 2]!.send('POST', '/v1/instances?project=p', body, { cookie })
    const { message = 'created' } = (await answer.json()) as { message?: string }
    return `${answer.status} ${message}`
  }
  const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => create(at)))
  expect(new Set(answers)).toEqual(new Set(['201 created']))
})

test('check no more concurrent wrong passwords than the limit allows, together', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const flags = ['--database-url', url]
  const servers = await Promise.all([runServer(flags), runServer(flags)])
  const guess = async (at: number) => {
    const body = { username: 'admin', password: `wrong-${at}` }
    return (await servers[at % 2]!.send('POST', '/v1/login/main/local', body)).status
  }
  const statuses = await Promise.all(Array.from({ length: 120 }, (_, at) => guess(at)))
  expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(10).fill(401), ...Array(110).fill(429)])
})

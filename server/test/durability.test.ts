import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { type Instance, smallInstance } from './machine.ts'
import { serve, type ServerProcess } from './process.ts'
import { temporaryFolder } from './temporary.ts'

const ROUNDS = 4
const CREATES = 50
const AT_ONCE = 8

/** A client's record of an instance that it requested. */
type Wish = {
  name: string
  /** Whether it starts with the create, or by a request of its own. */
  start: 'at once' | 'later'
  /** The id of an acknowledged create. */
  id?: string
  /** Whether the request to start was acknowledged. */
  started?: true
}

type Client = {
  cookie: string
  ask: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: never }>
}

const wishes = (round: number): Wish[] =>
  Array.from({ length: CREATES }, (_, i) => ({
    name: `i-${round}-${i}`,
    start: i % 2 === 0 ? 'at once' : 'later',
  }))

const clientOf = (url: string, cookie: string): Client => ({
  cookie,
  async ask(method, path, body) {
    const headers = { cookie, 'content-type': 'application/json' }
    const answer = await fetch(url + path, {
      method,
      headers,
      body: body && JSON.stringify(body),
    } as RequestInit)
    // An answer counts only when all of it has arrived.
    const text = await answer.text()
    return { status: answer.status, body: (text ? JSON.parse(text) : null) as never }
  },
})

/** Sends the request that isn't acknowledged yet. The server may die at any point of it. */
async function fulfil({ ask }: Client, wish: Wish): Promise<void> {
  if (!wish.id) {
    const path = '/v1/instances?project=p'
    const { status, body } = await ask('POST', path, smallInstance(wish.name, wish.start === 'at once'))
    // The last attempt may have succeeded without its answer having arrived.
    const known = status === 201 ? body : (await ask('GET', `/v1/instances/${wish.name}?project=p`)).body
    if (status !== 201) expect(body).toMatchObject({ error_code: 'ObjectAlreadyExists' })
    wish.id = (known as Instance).id
  }
  while (wish.start === 'later' && !wish.started) {
    const { status } = await ask('POST', `/v1/instances/${wish.id}/start`)
    if (status === 202) wish.started = true
    else {
      // An instance that is still being created can't be started yet.
      expect(status).toBe(409)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** Works off the wishes, several at once, until all are acknowledged or the server is gone. */
async function fulfilAll(client: Client, all: Wish[], answered: () => void): Promise<void> {
  const queue = [...all]
  const worker = async () => {
    for (let wish = queue.shift(); wish; wish = queue.shift()) {
      await fulfil(client, wish)
      answered()
    }
  }
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  for (const result of results)
    // Only a broken connection may end it early: `fetch` throws a TypeError then.
    if (result.status === 'rejected' && !(result.reason instanceof TypeError)) throw result.reason
}

/** Every acknowledged create has an instance with its id and name. */
async function expectKept({ ask }: Client, answered: Wish[]): Promise<void> {
  const seen = new Map<string, string>()
  let page: string | null = null
  do {
    const query: string = page ? `&page_token=${page}` : ''
    const { body } = await ask('GET', `/v1/instances?project=p&limit=100${query}`)
    const list = body as { items: Instance[]; next_page: string | null }
    for (const { id, name } of list.items) seen.set(id, name)
    page = list.next_page
  } while (page)
  for (const wish of answered) expect(seen.get(wish.id!)).toBe(wish.name)
  expect(new Set(seen.values()).size).toBe(seen.size)
}

test('keeps acknowledged requests after kill -9 during 200 creates and starts, and finishes every task', async () => {
  const folder = temporaryFolder()
  const flags = ['--port', '0', '--data', folder, '--log-level', 'error']
  const environment = { GRANARY_ADMIN_PASSWORD: 'secret' }
  let server = await serve(flags, environment)
  const login = await fetch(`${server.url}/v1/login/main/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'secret' }),
  })
  const cookie = login.headers.get('set-cookie')!.split(';')[0]!
  expect(
    (await clientOf(server.url, cookie).ask('POST', '/v1/projects', { name: 'p', description: '' })).status,
  ).toBe(201)

  const all: Wish[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const mine = wishes(round)
    all.push(...mine)
    const killAfter = 5 + Math.floor(Math.random() * (CREATES - 15))
    let answered = 0
    const dying: ServerProcess = server
    await fulfilAll(clientOf(dying.url, cookie), mine, () => {
      if (++answered === killAfter) dying.process.kill('SIGKILL')
    })
    expect(await dying.end('SIGKILL')).toBeNull()
    expect(answered, 'the server must die in the middle').toBeLessThan(CREATES)
    server = await serve(flags, environment)
    const client = clientOf(server.url, cookie)
    await expectKept(
      client,
      all.filter((wish) => wish.id),
    )
    await fulfilAll(client, mine, () => {})
    await expectKept(client, all)
  }
  expect(all.filter((wish) => wish.id)).toHaveLength(ROUNDS * CREATES)

  // Kills the server once more while only tasks are running.
  await server.end('SIGKILL')
  server = await serve(flags, environment)
  await expectAllRun(clientOf(server.url, cookie), server.url, all)
  expect(server.errors()).toBe('')
  expect(await server.end('SIGTERM')).toBe(0)
  expectConsistent(join(folder, 'granary.sqlite'))
}, 240_000)

async function expectAllRun({ ask }: Client, url: string, all: Wish[]): Promise<void> {
  const states = async () => {
    const bodies = await Promise.all(all.map(({ id }) => ask('GET', `/v1/instances/${id}`)))
    return bodies.map(({ body }) => (body as Instance).run_state).filter((state) => state !== 'running')
  }
  const options = { timeout: 90_000, interval: 1_000 }
  await expect.poll(states, options).toEqual([])
  await expect.poll(async () => (await fetch(`${url}/metrics`)).text(), options).toMatch(/^granary_tasks 0$/m)
}

/** No table contradicts another, and each machine is charged once. */
function expectConsistent(file: string): void {
  const database = new DatabaseSync(file)
  const rows = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }))
  expect(rows('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
  expect(rows('pragma foreign_key_check')).toEqual([])
  const count = ROUNDS * CREATES
  expect(rows('select count(*) as count from instance')).toEqual([{ count }])
  expect(
    rows(
      'select sum(cpus) as cpus, sum(memory) as memory from provisioned where scope_id in (select id from silo)',
    ),
  ).toEqual([{ cpus: count, memory: count * 2 ** 30 }])
  const creates = "select count(*) as count from change_log where kind = 'instance' and action = 'created'"
  expect(rows(creates)).toEqual([{ count }])
  database.close()
}

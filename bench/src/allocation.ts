import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { ask } from './ask.ts'
import { median, repeat, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const PORT = 8454
const SIZE = 65_536
/** Addresses that stay free: more than are kept for source NAT. */
const FREE = 512
const RUNS = 101

/** Measures how long a new address takes in an empty and in a full pool. */
export async function measureAllocation(): Promise<Section[]> {
  const settings = { GRANARY_ADDRESSES_PER_SILO: String(2 * SIZE) }
  const server = await startServer(PORT, undefined, settings)
  await ask(server, 'POST', '/v1/projects', { name: 'bench', description: '' })
  for (const [name, network] of [
    ['empty', '100.64'],
    ['full', '100.65'],
    ['own', '100.66'],
  ] as const) {
    await ask(server, 'POST', '/v1/system/ip-pools', { name, description: '', ip_version: 'v4' })
    const range = { first: `${network}.0.0`, last: `${network}.255.255` }
    await ask(server, 'POST', `/v1/system/ip-pools/${name}/ranges/add`, range)
    await ask(server, 'POST', `/v1/system/ip-pools/${name}/silos`, { silo: 'main', is_default: false })
  }
  await ask(server, 'POST', '/v1/system/silos', {
    name: 'others',
    description: '',
    discoverable: false,
    identity_mode: 'local_only',
    quotas: { cpus: 0, memory: 0, storage: 0 },
    tls_certificates: [],
  })
  await server.stop(true)
  fillPools(server.data)
  const again = await startServer(PORT, server.data, settings)
  const times = await repeat(RUNS, async () => ({
    empty: await timed(again, 'empty'),
    full: await timed(again, 'full'),
    own: await timed(again, 'own'),
  }))
  await again.stop()
  const of = (pool: 'empty' | 'full' | 'own') => median(times.map((run) => run[pool]))
  const row = (name: string, time: number, goal: string) => [
    name,
    round(time, 2),
    round(time / of('empty'), 2),
    goal,
  ]
  return [
    {
      title: 'Addresses, pool of 65,536',
      note: `Medians of ${RUNS} floating IPs, created in turn in a pool without addresses and in pools with ${FREE} free ones. The limit of addresses per silo is raised to twice the pool.`,
      columns: ['figure', 'median ms', 'ratio', 'goal'],
      rows: [
        row('empty pool', of('empty'), ''),
        row('pool full of addresses of another silo', of('full'), '≤ 1.5'),
        row('pool full of addresses of the same project', of('own'), '≤ 1.5'),
      ],
    },
  ]
}

let count = 0

async function timed(server: BenchServer, pool: string): Promise<number> {
  const body = {
    name: `ip-${count++}`,
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool } },
  }
  const started = performance.now()
  await ask(server, 'POST', '/v1/floating-ips?project=bench', body)
  return performance.now() - started
}

/** Gives all addresses of two pools but the last ones to other silos and to the project, bypassing the API. */
function fillPools(data: string): void {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const idOf = (table: string, name: string) =>
    (database.prepare(`select id from ${table} where name = ?`).get(name) as { id: string }).id
  const theirs = randomUUID()
  const time = new Date().toISOString()
  database.exec('begin')
  database
    .prepare(
      "insert into project (id, name, description, time_created, time_modified, silo_id) values (?, 'theirs', '', ?, ?, ?)",
    )
    .run(theirs, time, time, idOf('silo', 'others'))
  hold(database, idOf('ip_pool', 'full'), theirs)
  hold(database, idOf('ip_pool', 'own'), idOf('project', 'bench'))
  database.exec('commit')
  database.close()
}

function hold(database: DatabaseSync, pool: string, project: string): void {
  const { first_address } = database
    .prepare('select first_address from ip_pool_range where ip_pool_id = ?')
    .get(pool) as { first_address: string }
  const prefix = first_address.slice(0, -4)
  const insert = database.prepare(
    `insert into external_ip (id, kind, ip, time_created, time_modified, ip_pool_id, project_id, first_port, last_port,
      name, description) values (?, 'floating', ?, ?, ?, ?, ?, 0, 65535, ?, '')`,
  )
  const time = new Date().toISOString()
  for (let number = 0; number < SIZE - FREE; number++) {
    const ip = prefix + number.toString(16).padStart(4, '0')
    insert.run(randomUUID(), ip, time, time, pool, project, `held-${number}`)
  }
}

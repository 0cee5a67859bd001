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
  const server = await startServer(PORT)
  await ask(server, 'POST', '/v1/projects', { name: 'bench', description: '' })
  for (const [name, network] of [
    ['empty', '100.64'],
    ['full', '100.65'],
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
  fillPool(server.data)
  const again = await startServer(PORT, server.data)
  const pairs = await repeat(
    RUNS,
    async () => [await timed(again, 'empty'), await timed(again, 'full')] as const,
  )
  await again.stop()
  const [empty, full] = [median(pairs.map(([time]) => time)), median(pairs.map(([, time]) => time))]
  return [
    {
      title: 'Addresses, pool of 65,536',
      note: `Medians of ${RUNS} floating IPs, created in turn in a pool without addresses and in one where other silos left ${FREE}.`,
      columns: ['figure', 'median ms', 'ratio', 'goal'],
      rows: [
        ['empty pool', round(empty, 2), 1, ''],
        ['full pool', round(full, 2), round(full / empty, 2), '≤ 1.5'],
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

/** Gives all addresses of the pool `full` but the last ones to another silo, bypassing the API, while no server runs. */
function fillPool(data: string): void {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const idOf = (table: string, name: string) =>
    (database.prepare(`select id from ${table} where name = ?`).get(name) as { id: string }).id
  const [pool, project] = [idOf('ip_pool', 'full'), randomUUID()]
  const prefix = (
    database.prepare('select first_address from ip_pool_range where ip_pool_id = ?').get(pool) as {
      first_address: string
    }
  ).first_address.slice(0, -4)
  const insert = database.prepare(
    `insert into external_ip (id, kind, ip, time_created, time_modified, ip_pool_id, project_id, first_port, last_port,
      name, description) values (?, 'floating', ?, ?, ?, ?, ?, 0, 65535, ?, '')`,
  )
  const time = new Date().toISOString()
  database.exec('begin')
  database
    .prepare(
      "insert into project (id, name, description, time_created, time_modified, silo_id) values (?, 'theirs', '', ?, ?, ?)",
    )
    .run(project, time, time, idOf('silo', 'others'))
  for (let number = 0; number < SIZE - FREE; number++)
    insert.run(
      randomUUID(),
      prefix + number.toString(16).padStart(4, '0'),
      time,
      time,
      pool,
      project,
      `held-${number}`,
    )
  database.exec('commit')
  database.close()
}

import { Agent } from 'node:http'
import { ask } from './ask.ts'
import { onPostgres } from './on-postgres.ts'
import { otherSilo } from './other-silo.ts'
import { send } from './send.ts'
import { type Section, round } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const PORT = 8452
const INSTANCES = 1_000
const CONNECTIONS = 32
/** Hosts of 128 threads: room for all instances. */
const SLEDS = 64
/** Milliseconds. */
const TIME_LIMIT_MS = 250_000

/** Creates and starts many instances at once, then one of another silo, and waits until all of them run. */
export async function measureManyStarts(): Promise<Section[]> {
  const sections = await measure('')
  const others = await onPostgres('starts', (settings) => measure(', PostgreSQL', settings))
  return [...sections, ...(others ?? [])]
}

/** @param where the end of the title. */
async function measure(where: string, settings: Record<string, string> = {}): Promise<Section[]> {
  const server = await startServer(PORT, undefined, { ...settings, GRANARY_SIMULATED_SLEDS: String(SLEDS) })
  try {
    const other = await otherSilo(server, project.name)
    await ask(server, 'PUT', '/v1/system/silos/main/quotas', { cpus: INSTANCES, memory: INSTANCES * 2 ** 30 })
    await ask(server, 'POST', '/v1/projects', project)
    const began = performance.now()
    const seconds = () => round((performance.now() - began) / 1000)
    await createAll(server)
    const created = seconds()
    const lone = performance.now()
    await ask(other, 'POST', '/v1/instances?project=burst', instance(INSTANCES))
    const loneRuns = allRun(other, 1).then(() => round((performance.now() - lone) / 1000))
    await allRun(server, INSTANCES)
    const running = seconds()
    return [
      {
        title: `${INSTANCES} simulated instances, created and started at once${where}`,
        note: `Over ${CONNECTIONS} connections, on a rack of ${SLEDS} sleds; client and server on the same two cores. A simulated machine takes 4 s from its creation until it runs. When the last of them is created, a user of another silo creates one too.`,
        columns: ['figure', 'measured', 'goal'],
        rows: [
          ['until all are created (s)', created, ''],
          ['until all run (s)', running, '≤ 20'],
          ['the instance of the other silo, from its request until it runs (s)', await loneRuns, ''],
        ],
      },
    ]
  } finally {
    await server.stop()
  }
}

const project = { name: 'burst', description: '' }
const instance = (n: number) => ({
  name: `vm-${n}`,
  description: '',
  hostname: `vm-${n}`,
  ncpus: 1,
  memory: 2 ** 30,
  network_interfaces: { type: 'none' },
})

async function createAll(server: BenchServer): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let next = 0
  const worker = async () => {
    for (let n = next++; n < INSTANCES; n = next++)
      await send(server, agent, { method: 'POST', path: '/v1/instances?project=burst', body: instance(n) })
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
}

/** Waits until every instance of a project runs, by looking at it twice a second. */
async function allRun(server: BenchServer, count: number): Promise<void> {
  const end = performance.now() + TIME_LIMIT_MS
  while (performance.now() < end) {
    const { items } = await ask(server, 'GET', `/v1/instances?project=burst&limit=${count}`)
    if (items.filter((one) => one.run_state === 'running').length === count) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${count} instances do not run after ${TIME_LIMIT_MS / 1000} s`)
}

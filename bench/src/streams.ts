import { get, type IncomingMessage } from 'node:http'
import { ask } from './ask.ts'
import { onPostgres } from './on-postgres.ts'
import { processorTime } from './processor-time.ts'
import { median, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const PORT = 8453
const USERS = 20
/** A user has at most 32 on a server. */
const STREAMS_OF_USER = 25
const WRITES = 40
const PASSWORD = 'only-for-the-bench'

/** Opens many event streams, and measures how soon they all hear of a write and what that costs the server. */
export async function measureStreams(): Promise<Section[]> {
  const sections = await measure('')
  const others = await onPostgres('event streams', (settings) => measure(', PostgreSQL', settings))
  return [...sections, ...(others ?? [])]
}

/** @param where the end of the title. */
async function measure(where: string, settings?: Record<string, string>): Promise<Section[]> {
  const server = await startServer(PORT, undefined, settings)
  try {
    await ask(server, 'POST', '/v1/projects', { name: 'told', description: '' })
    const alone = await writeMany(server, () => Promise.resolve())
    const streams = await openStreams(server)
    const told = await writeMany(server, () => streams.allHear())
    streams.close()
    return [
      {
        title: `${USERS * STREAMS_OF_USER} event streams, and one write${where}`,
        note: `Streams of ${USERS} users; medians of ${WRITES} writes, one after another; client and server on the same two cores. The processor time is that of the server for one write, without what the same write takes when no stream is open.`,
        columns: ['figure', 'measured', 'goal'],
        rows: [
          ['processor time (ms)', round(told.processor - alone.processor), '≤ 20'],
          ['from the request until all streams have heard (ms)', round(median(told.times)), '≤ 500'],
          ['the slowest write (ms)', round(Math.max(...told.times)), ''],
        ],
      },
    ]
  } finally {
    await server.stop()
  }
}

/** Changes a project several times. @param heard settles when a change has been heard. */
async function writeMany(server: BenchServer, heard: () => Promise<void>) {
  const times: number[] = []
  let before = 0
  // The first writes warm up.
  for (let n = -10; n < WRITES; n++) {
    if (n === 0) before = processorTime(server.pid)
    const started = performance.now()
    const all = heard()
    await ask(server, 'PUT', '/v1/projects/told', { description: `write ${n}` })
    await all
    if (n >= 0) times.push(performance.now() - started)
  }
  return { times, processor: (processorTime(server.pid) - before) / WRITES }
}

async function openStreams(server: BenchServer) {
  const cookies = await makeUsers(server)
  let missing = 0
  let done = () => {}
  const hear = (part: Buffer) => {
    if (!part.includes('"name":"told"')) return
    missing -= 1
    if (missing === 0) done()
  }
  const open = (cookie: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { cookie, accept: 'text/event-stream' }
      get(`${server.url}/experimental/v1/events`, { agent: false, headers }, (response) => {
        response.on('data', hear)
        if (response.statusCode === 200) resolve(response)
        else reject(new Error(`the stream was answered ${response.statusCode}`))
      }).once('error', reject)
    })
  const streams: IncomingMessage[] = []
  for (const cookie of cookies) for (let n = 0; n < STREAMS_OF_USER; n++) streams.push(await open(cookie))
  return {
    allHear: () => {
      missing = streams.length
      return new Promise<void>((resolve) => (done = resolve))
    },
    close: () => streams.forEach((stream) => stream.destroy()),
  }
}

/** Makes users who may see every project of the silo. @returns the cookies of their sessions. */
async function makeUsers(server: BenchServer): Promise<string[]> {
  const policy = await ask(server, 'GET', '/v1/policy')
  const names = Array.from({ length: USERS }, (_, n) => `listener-${n}`)
  const users = []
  for (const external_id of names)
    users.push(
      await ask(server, 'POST', '/v1/system/identity-providers/local/users?silo=main', {
        external_id,
        password: { mode: 'password', value: PASSWORD },
      }),
    )
  const roles = users.map(({ id }) => ({
    identity_type: 'silo_user',
    identity_id: id,
    role_name: 'viewer',
  }))
  await ask(server, 'PUT', '/v1/policy', { role_assignments: [...policy.role_assignments, ...roles] })
  return Promise.all(
    names.map(async (username) => {
      const response = await fetch(`${server.url}/v1/login/main/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username, password: PASSWORD }),
      })
      return response.headers.get('set-cookie')!.split(';')[0]!
    }),
  )
}

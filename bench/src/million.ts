import { fill, fillChangeLog } from './fill.ts'
import { load } from './load.ts'
import { median, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const SECONDS = 4
const PORT = 8461
const CHANGES = 2_000_000
/** Lists over all projects. */
const OVER_ALL = [
  ['all instances, page of 50', '/experimental/v1/instances?limit=50'],
  ['search for the beginning of a name', '/experimental/v1/search?text=instance-0'],
  ['issues', '/experimental/v1/issues'],
] as const

/** Measures a server with 1,000,000 instances and 2,000,000 entries in its change log, beside one with 100 instances. */
export async function measureMillion(): Promise<Section[]> {
  const small = await open(1, 100)
  const page = await listPage(small.server, small.names)
  await small.server.stop()

  const large = await open(1_000, 1_000, CHANGES)
  const largePage = await listPage(large.server, large.names)
  const overAll = []
  for (const [name, path] of OVER_ALL) {
    const times = await load(large.server, () => ({ method: 'GET', path }), 1, SECONDS)
    overAll.push([`over all projects: ${name} (ms)`, round(median(times), 1), '≤ 20'])
  }
  const longest = largest(await pages(large.server, large.names, 35))
  const memory = large.server.residentMiB()
  await large.server.stop()
  return [
    {
      title: '1,000,000 instances and 2,000,000 changes, embedded database',
      note: 'The list page is one of 50 instances of a project. It and the lists over all projects come one after another, from one connection. The longest request is one of those within 35 s, in which every periodic work of the server runs.',
      columns: ['figure', 'measured', 'goal'],
      rows: [
        ['from the start to the first answer (s)', round(large.seconds, 2), '< 3'],
        ['list page with 100 instances (ms)', round(page, 2), ''],
        ['list page (ms)', round(largePage, 2), ''],
        ['the same, as a multiple', round(largePage / page, 2), '≤ 2'],
        ...overAll,
        ['longest request (ms)', round(longest, 1), ''],
        ['memory of the server (MiB)', Math.round(memory), '< 600'],
      ],
    },
  ]
}

/** Returns the greatest of too many values for `Math.max`. */
const largest = (values: readonly number[]): number => values.reduce((a, b) => (a > b ? a : b), 0)

/** Starts a server on a data folder with projects of instances. `seconds` is the time until it was ready. */
async function open(projects: number, each: number, changes = 0) {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const names = fill(
    empty.data,
    Array.from({ length: projects }, () => each),
  )
  if (changes > 0) fillChangeLog(empty.data, changes)
  // The first start may build the console.
  await (await startServer(PORT, empty.data)).stop(true)
  const started = performance.now()
  const server = await startServer(PORT, empty.data)
  return { server, names, seconds: (performance.now() - started) / 1_000 }
}

const listPage = async (server: BenchServer, names: readonly string[]): Promise<number> =>
  median(await pages(server, names, SECONDS))

const pages = (server: BenchServer, names: readonly string[], seconds: number): Promise<number[]> =>
  load(
    server,
    () => ({
      method: 'GET',
      path: `/v1/instances?project=${names[Math.floor(Math.random() * names.length)]!}&limit=50`,
    }),
    1,
    seconds,
  )

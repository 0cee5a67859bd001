// Counts the files and functions of our own that a list, a create and a push run, with V8's precise coverage, and fails
// when one runs more than scripts/request-path.json allows. After a change that needs fewer: --write. `--list` prints them.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfiguration } from '../server/src/settings/configuration.ts'
import { startServer } from '../server/src/server.ts'
import { Slots } from '../control-plane/src/tasks/slots.ts'

type Path = { files: number; functions: number }
type Paths = Record<string, Path>

const LIMITS = new URL('request-path.json', import.meta.url)
const OWN = /\/(control-plane|server|contract|domain|compute)\/src\//
/** How the worker takes a slot. */
const taking: unknown = Object.getOwnPropertyDescriptor(Slots.prototype, 'take')?.value
if (typeof taking !== 'function') throw new Error('the worker takes no slots')
/** Background work may run beside a request, so what every one of several runs runs counts. */
const RUNS = 7
/** Until it ends, the worker takes no task: it would race with the answer of the request that the task follows from. */
let pause = Promise.resolve()
Object.assign(Slots.prototype, {
  take: async function (this: Slots, silo: string) {
    await pause
    await Reflect.apply(taking, this, [silo])
  } satisfies Slots['take'],
})
const PASSWORD = 'only-for-this-count'

const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** Runs a request. @returns the functions that ran until its end, each as the address of its file and its place there. */
async function ranIn(request: () => Promise<unknown>): Promise<Set<string>> {
  await session.post('Profiler.takePreciseCoverage')
  await request()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const called = ({ url, functions }: Profiler.ScriptCoverage) =>
    functions
      .filter(({ ranges }) => ranges[0]!.count > 0)
      .map(({ functionName, ranges }) => `${url} ${functionName} ${ranges[0]!.startOffset}`)
  return new Set(result.filter(({ url }) => OWN.test(url)).flatMap(called))
}

async function pathOf(request: (run: number) => Promise<unknown>): Promise<Path> {
  await request(0)
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const runs: Set<string>[] = []
  for (let run = 1; run <= RUNS; run++) {
    await settled()
    const { promise, resolve } = Promise.withResolvers<void>()
    pause = promise
    runs.push(await ranIn(() => request(run)))
    resolve()
  }
  await session.post('Profiler.stopPreciseCoverage')
  const all = [...runs[0]!].filter((ran) => runs.every((run) => run.has(ran)))
  if (process.argv.includes('--list')) console.log(all.toSorted().join('\n'))
  return { files: new Set(all.map((ran) => ran.split(' ')[0])).size, functions: all.length }
}

/** A time in which none of our code runs, milliseconds. Work that still ran would count for the next request. */
const QUIET = 100
const MOST_WAITS = 100

/** Lets the work that a request has caused end, however long a busy machine takes for it. */
async function settled(): Promise<void> {
  for (let waits = 0; waits < MOST_WAITS; waits++) {
    // oxlint-disable-next-line no-await-in-loop -- until one is quiet
    const ran = await ranIn(() => new Promise((resolve) => setTimeout(resolve, QUIET)))
    if (ran.size === 0) return
  }
  throw new Error('the server is never quiet')
}

async function measure(url: string): Promise<Paths> {
  const signIn = await fetch(`${url}/v1/login/main/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: PASSWORD }),
  })
  const headers = {
    cookie: signIn.headers.get('set-cookie')!.split(';')[0]!,
    'content-type': 'application/json',
    // A create would wait until its task has run.
    prefer: 'respond-async',
  }
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
  await ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const instance = (run: number) => ({
    name: `web-${run}-${crypto.randomUUID().slice(0, 8)}`,
    description: '',
    hostname: 'web',
    ncpus: 1,
    memory: 2 ** 30,
    network_interfaces: { type: 'default_ipv4' },
    start: false,
  })
  const create = (run: number) => ask('POST', '/v1/instances?project=shop', instance(run))
  await create(-1)
  // Each run asks something new.
  const list = await pathOf((run) => ask('GET', `/v1/instances?project=shop&limit=${50 + run}`))
  const created = await pathOf(create)
  const stream = await fetch(`${url}/experimental/v1/events`, { headers })
  const reader = stream.body!.getReader()
  const push = await pathOf(async (run) => {
    await create(100 + run)
    for (let text = ''; !text.includes('web-');) text += Buffer.from((await reader.read()).value!).toString()
  })
  await reader.cancel()
  return { list, create: created, push }
}

const folder = mkdtempSync(join(tmpdir(), 'granary-path-'))
mkdirSync(join(folder, 'dist'))
writeFileSync(join(folder, 'dist/index.html'), '<!doctype html>')
const args = ['--port', '0', '--data', folder, '--admin-password', PASSWORD, '--log-level', 'error']
const server = await startServer(
  readConfiguration([...args, '--metrics-interval', '0', '--compute', 'simulated'], {}),
  join(folder, 'dist'),
)
const paths = await measure(server.url).finally(server.stop)
rmSync(folder, { recursive: true })

const limits = JSON.parse(readFileSync(LIMITS, 'utf8')) as Paths
let isLonger = false
for (const [name, { files, functions }] of Object.entries(paths)) {
  const limit = limits[name]
  const exceeds = !limit || files > limit.files || functions > limit.functions
  isLonger ||= exceeds
  const allowed = limit ? `at most ${limit.files} files, ${limit.functions} functions` : 'no limit yet'
  console.log(`${exceeds ? '✗' : '✓'} ${name}: ${files} files, ${functions} functions (${allowed})`)
}
if (process.argv.includes('--write')) writeFileSync(LIMITS, `${JSON.stringify(paths, null, 2)}\n`)
else if (isLonger) {
  console.error('A request runs through more of our code than before. See docs/architecture.md.')
  process.exitCode = 1
}

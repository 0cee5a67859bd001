import { rmSync } from 'node:fs'
import { endMachines } from '../../../scripts/end-machines.ts'
import { ask } from '../ask.ts'
import { type BenchServer, startServer } from '../running-server.ts'

/** Milliseconds. */
const TIME_LIMIT = 300_000

export type QemuServer = BenchServer & {
  /** Returns the heap of the server after a garbage collection, and its resident memory; bytes. */
  memory(): Promise<{ heap: number; resident: number }>
}

/** Starts a server with real machines and a project. Its `stop` ends the machines too. */
export async function startQemuServer(port: number): Promise<QemuServer> {
  const inspector = port + 1
  const server = await startServer(port, undefined, {
    GRANARY_COMPUTE: 'qemu',
    GRANARY_LOG_LEVEL: 'error',
    // Room for all machines on few cores.
    GRANARY_VCPUS_PER_THREAD: '64',
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}`,
  })
  await ask(server, 'POST', '/v1/projects', { name: 'bench', description: '' })
  return {
    ...server,
    memory: () => memoryOf(server, inspector),
    async stop() {
      await server.stop(true)
      await endMachines(server.data)
      rmSync(server.data, { recursive: true })
    },
  }
}

/** Makes an image in the project, from Debian's packages. @returns its id. */
export async function fetchDemoImage(server: BenchServer): Promise<string> {
  const body = { name: 'demo', description: '', os: 'Demo', version: '1', url: 'granary:demo-image' }
  await ask(server, 'POST', '/experimental/v1/image-fetches?project=bench', body)
  return until('the image is there', 1_000, async () => {
    const { items } = await ask(server, 'GET', '/v1/images?project=bench')
    return items[0]?.id
  })
}

/** Asks to create and start an instance with one vCPU, 1 GiB of memory and a disk from an image. */
export const createInstance = (server: BenchServer, name: string, imageId: string) =>
  ask(server, 'POST', '/v1/instances?project=bench', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: 2 ** 30,
    boot_disk: {
      type: 'create',
      name: `${name}-boot`,
      description: '',
      size: 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'image', image_id: imageId } },
    },
    network_interfaces: { type: 'default_ipv4' },
  })

/** Stops an instance, and deletes it. */
export async function deleteInstance(server: BenchServer, name: string): Promise<void> {
  const path = `/v1/instances/${name}`
  await ask(server, 'POST', `${path}/stop?project=bench`)
  await until(`${name} is stopped`, 200, async () => {
    const { run_state } = await ask(server, 'GET', `${path}?project=bench`)
    return ['stopped', 'failed'].includes(run_state) || undefined
  })
  await ask(server, 'DELETE', `${path}?project=bench`)
}

/** Whether the guest of an instance asks for a login. */
export async function asksForLogin(server: BenchServer, name: string): Promise<boolean> {
  const query = 'project=bench&most_recent=64&max_bytes=64'
  const path = `/v1/instances/${name}/serial-console?${query}`
  const answer = await fetch(server.url + path, { headers: { cookie: server.cookie } })
  if (!answer.ok) return false
  const { data } = (await answer.json()) as { data: number[] }
  return isLogin(Buffer.from(data).toString('latin1'))
}

export const isLogin = (output: string): boolean => output.endsWith(' login: ')

/** Asks every `step` milliseconds until there is an answer. @param what names it in the error. */
export async function until<Result>(
  what: string,
  step: number,
  look: () => Promise<Result | undefined>,
): Promise<Result> {
  const end = performance.now() + TIME_LIMIT
  while (performance.now() < end) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, step))
  }
  throw new Error(`not after ${TIME_LIMIT / 1_000} s: ${what}`)
}

/** Asks the debugger of a Node process, since only it can collect garbage in another process. */
async function memoryOf(server: BenchServer, port: number): Promise<{ heap: number; resident: number }> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  const call = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      socket.addEventListener(
        'message',
        ({ data }) => resolve((JSON.parse(String(data)) as { result: { usedSize: number } }).result),
        { once: true },
      )
      socket.send(JSON.stringify({ id: 1, method }))
    })
  try {
    for (let times = 0; times < 2; times++) await call('HeapProfiler.collectGarbage')
    const { usedSize } = await call('Runtime.getHeapUsage')
    return { heap: usedSize, resident: server.residentMiB() * 2 ** 20 }
  } finally {
    socket.close()
  }
}

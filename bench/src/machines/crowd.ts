import { ask } from '../ask.ts'
import { otherSilo } from '../other-silo.ts'
import { p99, round, type Section } from '../report.ts'
import type { BenchServer } from '../running-server.ts'
import { asksForLogin, createInstance, type QemuServer, until } from './qemu-server.ts'

const MACHINES = 20
/** The initial value of --qemu-boot-slots. */
const SLOTS = 2
/** Between two requests of the other user, and between two looks at the machines; milliseconds. */
const [PAUSE, STEP] = [25, 500]

/** Creates many machines at once, watches how they wait and boot, and what another user notices of it. */
export async function measureCrowd(server: QemuServer, imageId: string): Promise<Section> {
  const other = await otherSilo(server, 'bench')
  const before = await server.memory()
  const began = performance.now()
  const user = watchOther(other)
  const names = Array.from({ length: MACHINES }, (_, at) => `crowd-${at}`)
  await Promise.all(names.map((name) => createInstance(server, name, imageId)))
  const created = performance.now() - began
  const seen = await watchBoots(server)
  const latencies = await user.stop()
  const booted = performance.now() - began
  const after = await server.memory()
  const each = (what: 'heap' | 'resident') => round((after[what] - before[what]) / MACHINES / 2 ** 20, 2)
  return {
    title: `${MACHINES} real machines, requested at once`,
    note: `As many as --qemu-boot-slots says (${SLOTS}) boot side by side; the others say how many start first. Meanwhile a user of another silo lists instances, one request after another. Memory is after a garbage collection.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['until all are created (s)', round(created / 1_000), ''],
      ['until all ask for a login (s)', round(booted / 1_000), ''],
      ['machines that boot side by side, at most', seen.mostBooting, `≤ ${SLOTS}`],
      ['machines that say how many start first, at most', seen.mostPlaces, `${MACHINES - SLOTS}`],
      [`requests of the other user, p99 of ${latencies.length} (ms)`, round(p99(latencies)), '≤ 200'],
      ['heap of the server for each machine (MiB)', each('heap'), '≤ 2'],
      ['resident memory of the server for each machine (MiB)', each('resident'), '≤ 2'],
    ],
  }
}

/** Sends one request after another for a user, until it is stopped. */
function watchOther(other: BenchServer) {
  const latencies: number[] = []
  let goesOn = true
  const done = (async () => {
    while (goesOn) {
      const began = performance.now()
      await ask(other, 'GET', '/v1/instances?project=bench')
      latencies.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  })()
  return {
    async stop(): Promise<number[]> {
      goesOn = false
      await done
      return latencies
    },
  }
}

/** Looks at the machines until all of their guests ask for a login. */
async function watchBoots(server: QemuServer): Promise<{ mostBooting: number; mostPlaces: number }> {
  let [mostBooting, mostPlaces] = [0, 0]
  const booted = new Set<string>()
  await until('all guests ask for a login', STEP, async () => {
    const { items } = await ask(server, 'GET', '/v1/instances?project=bench&limit=100')
    const notes = items.flatMap(({ run_state, note }) => (run_state === 'starting' && note ? [note] : []))
    const up = items.filter(({ name, run_state }) => run_state === 'running' && !booted.has(name))
    for (const { name } of up) if (await asksForLogin(server, name)) booted.add(name)
    mostPlaces = Math.max(mostPlaces, new Set(notes).size)
    mostBooting = Math.max(mostBooting, up.filter(({ name }) => !booted.has(name)).length)
    return booted.size === MACHINES || undefined
  })
  return { mostBooting, mostPlaces }
}

import { readdir, readFile } from 'node:fs/promises'

const STEP_MS = 1_000
/** Share of one processor that a guest wants, below which it counts as booted in this many steps one after another. */
const IDLE_SHARE = 0.5
const IDLE_STEPS = 2
/** A guest that computes all the time has booted after this time too; milliseconds. */
const LIMIT_MS = 60_000

/**
 * Resolves when the guest of a process has probably booted: when it wants to compute less. Only it knows. On a busy host it wants
 * more than it gets, so the time for which it waits for a processor counts too.
 */
export async function booted(pid: number): Promise<void> {
  const end = Date.now() + LIMIT_MS
  let [before, idle] = [await demandOf(pid), 0]
  while (before !== undefined && idle < IDLE_STEPS && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS).unref())
    const after = await demandOf(pid)
    if (after === undefined) return
    idle = after - before < IDLE_SHARE * STEP_MS ? idle + 1 : 0
    before = after
  }
}

/** Returns for how long the threads of a process have computed and waited for a processor; milliseconds. Undefined if it is gone. */
async function demandOf(pid: number): Promise<number | undefined> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => undefined)
  const times = threads?.map(async (thread) => {
    const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0 0')
    const [run, wait] = text.split(' ')
    return (Number(run) + Number(wait)) / 1e6
  })
  return times && (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}

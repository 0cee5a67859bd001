import { spawn } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { environment } from './run.ts'

/** Ends with the last process of the user namespace only, since nothing else waits for it. */
const SCRIPT = 'mount -t tmpfs tmpfs /run && mkdir /run/netns && echo ready && exec sleep infinity'
const START_TIMEOUT_MS = 10_000

interface Holder {
  pid: number
  /** Ticks since the host started: tells the process from a later one with its number. */
  started: string
}

/**
 * Finds or starts the process that keeps the user namespace in which an ordinary user may make networks. It outlives the server.
 * @returns its process ID.
 * @throws Error if the host does not allow user namespaces.
 */
export async function startHolder(folder: string, as: readonly string[]): Promise<number> {
  const file = join(folder, 'holder.json')
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Holder,
    () => null,
  )
  if (known && startOf(known.pid) === known.started) return known.pid
  await mkdir(folder, { recursive: true })
  const words = [...as, 'unshare', '-Urnm', 'sh', '-c', SCRIPT]
  const child = spawn(words[0]!, words.slice(1), {
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // At once, because a server may be killed while it waits.
  if (child.pid !== undefined) record(file, child.pid)
  await isReady(child)
  child.stdout.destroy()
  child.stderr.destroy()
  child.unref()
  return child.pid!
}

function record(file: string, pid: number): void {
  writeFileSync(`${file}.new`, JSON.stringify({ pid, started: startOf(pid)! } satisfies Holder))
  renameSync(`${file}.new`, file)
}

function isReady(child: ReturnType<typeof spawn>): Promise<void> {
  const refusal = (reason: string) =>
    new Error(
      `this host does not let ordinary users make network namespaces: ${reason.trim()}. Run the server as root, or allow unprivileged user namespaces`,
    )
  return new Promise((resolve, reject) => {
    let stderr = ''
    child.stderr!.on('data', (chunk) => (stderr += String(chunk)))
    child.stdout!.once('data', () => resolve())
    child.once('error', (error) => reject(refusal(error.message)))
    child.once('close', () => reject(refusal(stderr)))
    void setTimeout(START_TIMEOUT_MS, undefined, { ref: false }).then(() => reject(refusal('no answer')))
  })
}

/** Returns when a process started, or null if there is none. */
function startOf(pid: number): string | null {
  let stat = ''
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    // There is none.
  }
  // The name of the program may have spaces and parentheses.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
}

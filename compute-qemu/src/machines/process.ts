import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Qmp } from '../qmp.ts'
import { environment } from '../run.ts'
import { MACHINE_FILES } from './command-line.ts'

const START_TIMEOUT_MS = 300_000
const POLL_MS = 20
/** How long a process may take to answer an order to end, and then to end; milliseconds. */
const QUIT_MS = 2_000

/** Why a process ended that a person or the kernel killed, such as for lack of memory. */
export const ENDED_BY_SIGNAL = 'its process was ended by a signal on the host'

/** Returns why a process ended, in words. An exit with code 0 is none of its own choice either. */
const exitWords = ({ exitCode, signalCode }: ChildProcess): string =>
  signalCode
    ? `${ENDED_BY_SIGNAL}, ${signalCode}`
    : `its process ended unexpectedly, with exit code ${exitCode}`

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A running QEMU. It lives on without the server. */
export class QemuProcess {
  readonly pid: number
  readonly qmp: Qmp
  /** Resolves when the process is gone, with what it said. */
  readonly ended: Promise<string>
  /** Why the process ends, if that is known. */
  failure: string | undefined
  readonly #id: string
  #isLeft = false

  private constructor(
    pid: number,
    id: string,
    qmp: Qmp,
    lastWords: () => Promise<string>,
    child?: ChildProcess,
  ) {
    this.pid = pid
    this.#id = id
    this.qmp = qmp
    this.ended = new Promise((resolve) => {
      const end = async () => {
        while (await isQemu(pid, id)) await sleep(POLL_MS)
        // The kernel shows the end of a child before its parent hears of it.
        if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
        if (child) this.failure ??= exitWords(child)
        resolve(await lastWords())
      }
      const onClose = () => {
        if (!this.#isLeft) void end()
      }
      if (qmp.closed) onClose()
      else qmp.once('close', onClose)
    })
  }

  /**
   * Starts QEMU in the folder of a machine, and waits until it answers.
   * @param words the command, with what comes before QEMU. They end in QEMU itself, with the same process id.
   * @throws Error with QEMU's own message.
   */
  static async start(folder: string, id: string, words: readonly string[]): Promise<QemuProcess> {
    const path = join(folder, 'log')
    const log = openSync(path, 'w', 0o600)
    const child = spawn(words[0]!, words.slice(1), {
      cwd: folder,
      detached: true,
      stdio: ['ignore', log, log],
      env: environment(),
    })
    closeSync(log)
    child.unref()
    const failure: { error?: Error } = {}
    child.once('error', (error) => (failure.error = error))
    const end = Date.now() + START_TIMEOUT_MS
    for (;;) {
      if (failure.error) throw failure.error
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(await lastWords(path, child))
      const qmp = await Qmp.open(join(folder, MACHINE_FILES.qmp)).catch(() => undefined)
      if (qmp) return new QemuProcess(child.pid!, id, qmp, () => lastWords(path, child), child)
      if (Date.now() > end) {
        child.kill('SIGKILL')
        throw new Error(`QEMU did not answer within ${START_TIMEOUT_MS / 1000} s`)
      }
      await sleep(POLL_MS)
    }
  }

  /**
   * Connects to a machine's process that an earlier server started. Waits while it does not answer.
   * @param signal ends the wait, and the connection.
   * @returns undefined if the process or the wait has ended.
   */
  static async adopt(
    folder: string,
    { id, pid }: { id: string; pid: number },
    signal: AbortSignal,
  ): Promise<QemuProcess | undefined> {
    while (!signal.aborted && (await isQemu(pid, id))) {
      const qmp = await Qmp.open(join(folder, MACHINE_FILES.qmp), signal).catch(() => undefined)
      const uuid = await qmp?.execute<{ UUID: string }>('query-uuid').catch(() => undefined)
      if (qmp && uuid?.UUID === id) return new QemuProcess(pid, id, qmp, () => lastWords(join(folder, 'log')))
      qmp?.close()
      await sleep(POLL_MS)
    }
    return undefined
  }

  /** Ends the process without asking the guest. Resolves when it is gone. */
  async kill(): Promise<void> {
    // The guest's disks are consistent like after a power loss, and writes that it synced are there.
    const quit = this.qmp.execute('quit').catch(() => {})
    await Promise.race([quit, sleep(QUIT_MS)])
    await Promise.race([this.ended, sleep(QUIT_MS)])
    await endProcess(this.pid, this.#id)
    await this.ended
  }

  /** Ends the connection to the process, which runs on. */
  leave(): void {
    this.#isLeft = true
    this.qmp.close()
  }
}

/** Ends a machine's process without its consent. Resolves when it is gone. */
export async function endProcess(pid: number, id: string): Promise<void> {
  while (await isQemu(pid, id)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    await sleep(POLL_MS)
  }
}

/** Returns the processes of machines on this host, by the machine's id. */
export async function findProcesses(): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const words = await commandOf(Number(name))
    const at = words.indexOf('-uuid')
    if (at >= 0 && words.includes('guest=granary')) found.set(words[at + 1]!, Number(name))
  }
  return found
}

/** Whether a process runs this machine. The kernel may have given its number to another one. */
async function isQemu(pid: number, id: string): Promise<boolean> {
  const words = await commandOf(pid)
  return words[words.indexOf('-uuid') + 1] === id && words.includes('guest=granary')
}

/** Returns the words of a process's command; none for one that is gone. */
async function commandOf(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return text.split('\0')
}

async function lastWords(path: string, child?: ChildProcess): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).trim().split('\n')
  const message = lines.at(-1)!.slice(0, 500)
  if (child?.signalCode) return `it was ended by ${child.signalCode}`
  return message === '' ? 'it said nothing' : message
}

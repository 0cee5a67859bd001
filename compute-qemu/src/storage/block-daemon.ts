import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriverLog } from '@granary/compute/host.ts'
import { KeyedLock } from '@granary/compute/lock.ts'
import type { Confine } from '../machines/confine.ts'
import type { Users } from '../machines/users.ts'
import { makeFolder } from '../make-folder.ts'
import { Nbd } from '../nbd.ts'
import { Qmp } from '../qmp.ts'
import { environment } from '../run.ts'
import { mergeLayers } from './merge-layers.ts'
import { type LayerFiles, openChain } from './layer-files.ts'

/** Time after which an unused export is closed; milliseconds. */
const IDLE_MS = 10_000
const START_TIMEOUT_MS = 60_000
/** For the tables of open disks, up to 32 MiB each; bytes. */
const MEMORY = 1024 ** 3
const SOCKETS = { qmp: 'run/qmp', nbd: 'run/nbd' } as const

type Daemon = { child: ChildProcess; qmp: Qmp }
type Export = { nbd: Nbd; users: number; idle: NodeJS.Timeout | undefined }

export interface BlockDaemonOptions {
  /** The working folder of the process. */
  folder: string
  files: LayerFiles
  users: Users
  confine: Confine
  log: DriverLog
  /** Time after which an unused export is closed; milliseconds. */
  idle?: number
}

/**
 * Reads and writes disks that no machine uses, by a qemu-storage-daemon with a user of its own, which sees the layers of open disks
 * alone. It starts with the first request and ends with the server, also when that is killed: images stay consistent, and no lock
 * on a disk stays behind.
 */
export class BlockDaemon {
  readonly #options: BlockDaemonOptions
  readonly #exports = new Map<string, Export>()
  /** A disk is opened and closed in turns, so that no caller finds it half closed. */
  readonly #turns = new KeyedLock()
  #daemon: Promise<Daemon> | undefined
  #closing = false

  constructor(options: BlockDaemonOptions) {
    this.#options = options
  }

  /**
   * Runs work with a connection to a disk, which stays open for later work. An acknowledged write survives the end of the process.
   * @param chain the layers of the disk, the one that receives its writes first.
   */
  async use<T>(chain: readonly string[], work: (nbd: Nbd) => Promise<T>): Promise<T> {
    const node = chain[0]!
    const opened = await this.#turns.run(node, () => this.#enter(node, chain))
    try {
      return await work(opened.nbd)
    } finally {
      opened.users -= 1
      this.#rest(node, opened)
    }
  }

  /**
   * Closes a disk, so that another process can open it. Callers make sure that no work on it runs.
   * @throws NbdError if its blocks can't be stored. It stays open, and the call can be repeated.
   */
  release(node: string): Promise<void> {
    return this.#turns.run(node, async () => {
      const opened = this.#exports.get(node)
      if (opened) await this.#leave(node, opened)
    })
  }

  /** Copies the blocks of all layers of a disk into its last one, which needs the others no more then. */
  async merge(chain: readonly string[]): Promise<void> {
    await this.use(chain, async () => mergeLayers((await this.#running()).qmp, chain[0]!))
    await this.release(chain[0]!)
  }

  async close(): Promise<void> {
    this.#closing = true
    for (const node of this.#exports.keys())
      await this.release(node).catch((error: unknown) => this.#warn('a disk was not closed', node, error))
    const daemon = await this.#daemon?.catch(() => undefined)
    if (!daemon) return
    const { child, qmp } = daemon
    const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
    await qmp.execute('quit').catch(() => {})
    qmp.close()
    const kill = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await exited
    clearTimeout(kill)
  }

  async #enter(node: string, chain: readonly string[]): Promise<Export> {
    const known = this.#exports.get(node)
    if (known?.nbd.closed) await this.#leave(node, known)
    const opened = this.#exports.get(node) ?? { nbd: await this.#open(chain), users: 0, idle: undefined }
    this.#exports.set(node, opened)
    clearTimeout(opened.idle)
    opened.users += 1
    return opened
  }

  async #leave(node: string, { nbd, idle }: Export): Promise<void> {
    if (!nbd.closed) await nbd.flush()
    clearTimeout(idle)
    this.#exports.delete(node)
    nbd.close()
    const { qmp } = await this.#running()
    await this.#closeNode(qmp, node)
  }

  /** Closes a disk after a while, unless it is used again. */
  #rest(node: string, opened: Export): void {
    const isUnused = () => opened.users === 0 && this.#exports.get(node) === opened
    if (!isUnused()) return
    const leave = async () => {
      if (isUnused()) await this.#leave(node, opened)
    }
    const end = () =>
      this.#turns.run(node, leave).catch((error: unknown) => {
        this.#warn('a disk stays open', node, error)
        this.#rest(node, opened)
      })
    opened.idle = setTimeout(() => void end(), this.#options.idle ?? IDLE_MS).unref()
  }

  async #open(chain: readonly string[]): Promise<Nbd> {
    const { files, users } = this.#options
    const { qmp } = await this.#running()
    const node = chain[0]!
    const folder = this.#path(node)
    await makeFolder(folder, 0o711)
    await files.link(chain, folder)
    await files.give(node, users.ofBlocks)
    try {
      await qmp.execute('blockdev-add', openChain(chain, { folder: node, readOnly: false }))
      await qmp.execute('block-export-add', {
        type: 'nbd',
        id: node,
        'node-name': node,
        name: node,
        writable: true,
        // The tables of a file would be lost with the process, and the blocks with them.
        writethrough: true,
      })
      return await Nbd.open(this.#path(SOCKETS.nbd), node)
    } catch (error) {
      await this.#closeNode(qmp, node).catch(() => {})
      throw error
    }
  }

  async #closeNode(qmp: Qmp, node: string): Promise<void> {
    await qmp.execute('block-export-del', { id: node, mode: 'hard' }).catch(() => {})
    // The export ends a moment after the command.
    const end = Date.now() + START_TIMEOUT_MS
    for (;;) {
      const exports = await qmp.execute<{ id: string }[]>('query-block-exports')
      if (!exports.some(({ id }) => id === node)) break
      if (Date.now() > end) throw new Error(`the block server does not close ${node}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const nodes = await qmp.execute<{ 'node-name': string }[]>('query-named-block-nodes', { flat: true })
    if (nodes.some((each) => each['node-name'] === node))
      await qmp.execute('blockdev-del', { 'node-name': node })
    await rm(this.#path(node), { recursive: true, force: true })
  }

  #running(): Promise<Daemon> {
    this.#daemon ??= this.#start().catch((error: unknown) => {
      this.#daemon = undefined
      throw error
    })
    return this.#daemon
  }

  async #start(): Promise<Daemon> {
    const { folder, users, confine } = this.#options
    await this.#makeFolders()
    const [program, ...args] = [
      [...confine('blocks', MEMORY), ...users.enter(users.ofBlocks), '--pdeathsig', 'KILL'],
      ['qemu-storage-daemon', '--chardev', `socket,id=qmp,path=${SOCKETS.qmp},server=on,wait=off`],
      ['--monitor', 'chardev=qmp'],
      ['--nbd-server', `addr.type=unix,addr.path=${SOCKETS.nbd},max-connections=0`],
    ].flat()
    const child = spawn(program!, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: environment(),
    })
    let messages = ''
    child.stderr.on('data', (bytes: Buffer) => (messages = (messages + bytes.toString()).slice(-2_000)))
    const state = { ended: false }
    child.once('error', (error) => (messages += error.message))
    child.once('close', () => {
      state.ended = true
      this.#lost(messages)
    })
    child.unref()
    const end = Date.now() + START_TIMEOUT_MS
    for (;;) {
      const qmp = await Qmp.open(this.#path(SOCKETS.qmp)).catch(() => undefined)
      if (qmp) return { child, qmp }
      if (state.ended || Date.now() > end)
        throw new Error(`qemu-storage-daemon did not start: ${messages.trim()}`)
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** The process can write into `run` and to the disks that it has open. */
  async #makeFolders(): Promise<void> {
    const { folder, users } = this.#options
    await rm(folder, { recursive: true, force: true })
    await makeFolder(folder, 0o711)
    await makeFolder(this.#path('run'), 0o700)
    if (users.ofBlocks !== null) await chown(this.#path('run'), users.ofBlocks, users.ofBlocks)
  }

  /** The next request starts another one. */
  #lost(messages: string): void {
    this.#daemon = undefined
    this.#exports.clear()
    if (!this.#closing) this.#options.log('warn', 'qemu-storage-daemon ended', { messages: messages.trim() })
  }

  #warn(message: string, node: string, error: unknown): void {
    this.#options.log('warn', message, { node, error: String(error) })
  }

  #path(name: string): string {
    return join(this.#options.folder, name)
  }
}

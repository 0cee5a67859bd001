import { endProcess, QemuProcess } from './process.ts'

/** The process of a machine that an earlier server began, until it answers. */
export class EarlierProcess {
  readonly #folder: string
  readonly #id: string
  #silent: { pid: number; abort: AbortController } | undefined

  /** @param folder of the machine. */
  constructor(folder: string, id: string) {
    this.#folder = folder
    this.#id = id
  }

  /** Whether it has not answered yet. */
  get isSilent(): boolean {
    return this.#silent !== undefined
  }

  /** Resolves when the process answers, however long that takes; with undefined if it has ended, or `leave` was called. */
  async find(pid: number): Promise<QemuProcess | undefined> {
    const abort = new AbortController()
    this.#silent = { pid, abort }
    try {
      return await QemuProcess.adopt(this.#folder, { id: this.#id, pid }, abort.signal)
    } finally {
      this.#silent = undefined
    }
  }

  /** Ends a silent process, which can't be asked to. Resolves when it is gone. */
  async end(): Promise<void> {
    if (this.#silent) await endProcess(this.#silent.pid, this.#id)
  }

  /** Leaves a silent process as it is. */
  leave(): void {
    this.#silent?.abort.abort()
  }
}

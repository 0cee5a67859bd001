import { setTimeout as sleep } from 'node:timers/promises'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { DriverLog } from '@granary/compute/host.ts'
import type { DriverStore } from '@granary/compute/store.ts'

/** The folder that has the machines of a database. */
const SLED = 'qemu/sled'
/** The server that runs them. */
const OWNER = 'qemu/owner'
/** A server that does not renew its lease for so long is gone; milliseconds. */
const PERIOD = 30_000

const END_TIMEOUT_MS = 5_000

/** `place` is the same for servers that can't run at the same time, because they need the same lock. */
type Owner = { server: string; place: string; renewals: number }

export interface OwnershipOptions {
  store: DriverStore
  log: DriverLog
  folder: string
  /** Identifies the records in the folder, also in a copy of them. */
  sledId: string
  place: string
  /** Called when another server has taken over. */
  lost: () => void
  period?: number
}

/** Only one server at a time runs the machines of a database, and only with the folder that has their disks. */
export class Ownership {
  readonly #options: OwnershipOptions
  readonly #server = crypto.randomUUID()
  readonly #period: number
  #claimed: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  private constructor(options: OwnershipOptions) {
    this.#options = options
    this.#period = options.period ?? PERIOD
  }

  /**
   * Takes the lease of the machines. If a server in another place had it and did not give it back, this takes as long as its lease.
   * @throws DriverError `invalid` if another server runs them, or their disks are in another folder.
   */
  static async take(options: OwnershipOptions): Promise<Ownership> {
    const ownership = new Ownership(options)
    await ownership.#requireOwn()
    await ownership.#take()
    return ownership
  }

  /** Records that the database has machines or disks in this folder from now on. @throws DriverError `invalid`. */
  claim(): Promise<void> {
    const { store, sledId } = this.#options
    this.#claimed ??= store
      .update(SLED, (before) => (before as string | undefined) ?? sledId)
      .then((known) => this.#check(known))
      .catch((error: unknown) => {
        this.#claimed = undefined
        throw error
      })
    return this.#claimed
  }

  /** Gives the lease back. */
  async end(): Promise<void> {
    clearTimeout(this.#timer)
    const given = this.#change((owner) => (this.#isOwn(owner) ? null : owner)).catch((error: unknown) => {
      this.#options.log('warn', 'the lease of the machines was not given back', { error: String(error) })
    })
    // A database that does not answer keeps no server from its end.
    await Promise.race([given, sleep(END_TIMEOUT_MS, undefined, { ref: false })])
  }

  async #requireOwn(): Promise<void> {
    this.#check((await this.#options.store.get(SLED)) as string | undefined)
  }

  #check(known: string | undefined): void {
    const { sledId, folder } = this.#options
    if (known === undefined || known === sledId) return
    throw new DriverError(
      'invalid',
      `the machines of this database have their disks in another folder than ${folder}, maybe on another computer: start the server with that data folder, or restore it from a backup`,
    )
  }

  async #take(): Promise<void> {
    const { store, place } = this.#options
    const before = (await store.get(OWNER)) as Owner | null | undefined
    if (before && before.place !== place) await this.#waitFor(before)
    const own = { server: this.#server, place, renewals: 0 }
    const owner = await this.#change((now) => (isSame(now, before) ? own : now))
    if (!this.#isOwn(owner)) throw isOwned()
    this.#renewLater()
  }

  /** Waits for the end of another server's lease. It is watched, so that the clocks of two computers need not agree. */
  async #waitFor(before: Owner): Promise<void> {
    for (let step = 0; step < 10; step++) {
      await sleep(this.#period / 10)
      if (!isSame((await this.#options.store.get(OWNER)) as Owner | null, before)) throw isOwned()
    }
  }

  #renewLater(): void {
    this.#timer = setTimeout(() => void this.#renew(), this.#period / 4).unref()
  }

  async #renew(): Promise<void> {
    const { log, lost } = this.#options
    const renewed = (owner: Owner | null) =>
      owner && this.#isOwn(owner) ? { ...owner, renewals: owner.renewals + 1 } : owner
    try {
      if (this.#isOwn(await this.#change(renewed))) return this.#renewLater()
      log('error', 'another server has taken over the machines of this database')
      lost()
    } catch (error) {
      log('warn', 'the lease of the machines was not renewed', { error: String(error) })
      this.#renewLater()
    }
  }

  #change(change: (owner: Owner | null) => Owner | null): Promise<Owner | null> {
    return this.#options.store.update(OWNER, (before) => change((before as Owner | null | undefined) ?? null))
  }

  #isOwn(owner: Owner | null): boolean {
    return owner?.server === this.#server
  }
}

const isSame = (one: Owner | null, other: Owner | null | undefined): boolean =>
  one?.server === other?.server && one?.renewals === other?.renewals

const isOwned = () =>
  new DriverError(
    'invalid',
    'another Granary server runs the machines of this database, on another computer or with a copy of the data folder: stop it first',
  )

import type { Clock } from '../../clock.ts'
import { DriverError } from '../../driver-error.ts'
import type { DriverLog } from '../../host.ts'
import { isUp } from '../../machine.ts'
import type { SerialConnection, SerialHistory, SerialRange } from '../../serial.ts'
import { KeyedLock } from '../../lock.ts'
import type { MachineRecord } from '../record.ts'
import type { DriverStore } from '../../store.ts'
import { currentPhase } from '../timeline.ts'
import { Console } from './console.ts'
import type { Networks } from '../networks.ts'
import type { Guest } from './guest.ts'
import { OutputStore } from './output-store.ts'
import type { Pace } from './schedule.ts'

/** Delay before input and output are saved, in milliseconds. A crash loses this much, and as much as saving the other consoles takes. */
const SAVE_DELAY = 1000
/** Lock key of saves, which take turns: all consoles together take as much of the host as one does. */
const SAVES = 'saves'

export interface ConsolesOptions {
  clock: Clock
  log: DriverLog
  store: DriverStore
  pace: Pace
  echoDelay: number
  /** @throws DriverError `not_found`. */
  getMachine: (id: string) => Promise<MachineRecord>
  networks: Pick<Networks, 'probe'>
  /** Bytes; undefined for an unknown disk. */
  getDiskSize: (id: string) => Promise<number | undefined>
}

/** The serial consoles of the simulated rack. A console is in memory only while it has clients. */
export class Consoles {
  readonly #options: ConsolesOptions
  readonly #open = new Map<string, Console>()
  readonly #unsaved = new Map<string, () => void>()
  readonly #lock = new KeyedLock()
  readonly #saves = new KeyedLock()
  readonly #output: OutputStore

  constructor(options: ConsolesOptions) {
    this.#options = options
    this.#output = new OutputStore(options.store)
  }

  history(machineId: string, range: SerialRange): Promise<SerialHistory> {
    return this.#with(machineId, false, (console) => console.history(range))
  }

  connect(machineId: string, mostRecent?: number): Promise<SerialConnection> {
    return this.#with(machineId, true, (console) => console.connect(mostRecent))
  }

  /** Follows a change of a machine. */
  async follow(record: MachineRecord): Promise<void> {
    const { id } = record.spec
    if (!this.#open.has(id)) return
    await this.#lock.run(id, () => this.#follow(record))
  }

  async forget(machineId: string): Promise<void> {
    await this.#lock.run(machineId, async () => {
      this.#drop(machineId)
      await this.#output.delete(machineId)
    })
  }

  /** Saves unsaved consoles, and ends every connection. */
  async close(): Promise<void> {
    for (const id of this.#unsaved.keys()) await this.#lock.run(id, () => this.#save(id))
    for (const console of this.#open.values()) console.end('lost')
    this.#open.clear()
  }

  #with<T>(id: string, mustBeUp: boolean, use: (console: Console) => T): Promise<T> {
    return this.#lock.run(id, async () => {
      const record = await this.#options.getMachine(id)
      const console = await this.#follow(record)
      const phase = this.#phase(record)
      if (!console || (mustBeUp && !(phase && isUp(phase.state)))) {
        throw new DriverError(
          'invalid',
          `machine ${record.spec.name} is not up: nothing is behind its serial port`,
        )
      }
      try {
        return use(console)
      } finally {
        this.#release(id, console)
      }
    })
  }

  /** Returns the current console of a machine; undefined if it has none. */
  async #follow(record: MachineRecord): Promise<Console | undefined> {
    const { id } = record.spec
    const phase = this.#phase(record)
    const open = this.#open.get(id)
    if (!phase?.boot) {
      this.#drop(id)
      return undefined
    }
    const { spec } = record
    const disk = spec.disks.find((one) => one.id === spec.bootDiskId) ?? spec.disks[0]
    const diskSize = disk ? ((await this.#options.getDiskSize(disk.id)) ?? 0) : null
    const guest = { spec, diskSize, boot: phase.boot }
    if (open && open.startedAt !== phase.boot.startedAt) this.#drop(id)
    const console = this.#open.get(id) ?? (await this.#load(id, guest))
    this.#open.set(id, console)
    console.follow(phase, guest)
    return console
  }

  async #load(id: string, guest: Guest): Promise<Console> {
    const { clock, pace, echoDelay, networks } = this.#options
    const saved = await this.#output.load(id)
    const console: Console = new Console(guest, saved, {
      clock,
      pace,
      echoDelay,
      networks,
      onTyped: () => this.#saveLater(id),
      onIdle: () => this.#release(id, console),
    })
    return console
  }

  /** Discards a console that can be derived again. */
  #release(id: string, console: Console): void {
    if (console.idle && !this.#unsaved.has(id) && this.#open.get(id) === console) this.#open.delete(id)
  }

  /** Removes the console of a machine without a process. */
  #drop(id: string): void {
    this.#open.get(id)?.end('stopped')
    this.#open.delete(id)
    this.#unsaved.get(id)?.()
    this.#unsaved.delete(id)
  }

  #saveLater(id: string): void {
    if (this.#unsaved.has(id)) return
    const save = () =>
      void this.#saves
        .run(SAVES, () => this.#lock.run(id, () => this.#save(id)))
        .catch((error: unknown) => {
          const { log } = this.#options
          log('warn', 'what was typed into a serial console was not saved', {
            machine: id,
            error: String(error),
          })
          // The console may be gone by now; then there is nothing to save.
          if (this.#open.has(id)) this.#saveLater(id)
        })
    this.#unsaved.set(id, this.#options.clock.setTimer(SAVE_DELAY, save))
  }

  async #save(id: string): Promise<void> {
    const console = this.#open.get(id)
    // Output from now on is for the next time.
    const saved = console?.save(id, this.#output)
    this.#unsaved.get(id)?.()
    this.#unsaved.delete(id)
    if (!console) return
    await saved
    this.#release(id, console)
  }

  #phase(record: MachineRecord) {
    return currentPhase(record.phases, this.#options.clock.now().getTime())
  }
}

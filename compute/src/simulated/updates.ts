import type { Component } from '../component.ts'
import { DriverError } from '../driver-error.ts'
import type { DriverStore } from '../store.ts'
import type { Rack } from './equipment.ts'

const SOFTWARE = 'software/'

/** The software of a component, under `software/ID`. The update counts from its end on, also if no driver is open then. */
type Software = { version: string | null; update: { version: string; endsAt: number } | null }

const INSTALLED: Software = { version: null, update: null }

/** Updates of the software of simulated sleds and switches, which takes a few seconds for each. Machines keep running. */
export class Updates {
  readonly #rack: Rack
  readonly #store: DriverStore
  readonly #now: () => number
  readonly #duration: number

  /** @param duration of an update in milliseconds. */
  constructor(rack: Rack, store: DriverStore, now: () => number, duration: number) {
    this.#rack = rack
    this.#store = store
    this.#now = now
    this.#duration = duration
  }

  async components(): Promise<Component[]> {
    const stored = new Map(
      (await this.#store.list(SOFTWARE)).map(({ key, value }) => [
        key.slice(SOFTWARE.length),
        value as Software,
      ]),
    )
    const sleds = (await this.#rack.sleds()).map(({ id }) => ({ id, kind: 'sled' as const }))
    const { switches } = await this.#rack.equipment()
    return [...sleds, ...switches.map(({ id }) => ({ id, kind: 'switch' as const }))]
      .map((each) => ({ ...each, version: this.#versionOf(stored.get(each.id)), answers: true }))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** Begins an update, unless it has begun. @returns when it ends. @throws DriverError `not_found`, `invalid`. */
  async begin(id: string, version: string): Promise<number> {
    if (!(await this.components()).some((component) => component.id === id))
      throw new DriverError('not_found', `component ${id} is not part of the rack`)
    const { update, ...software } = await this.#software(id)
    const now = this.#now()
    if (update && this.#isRunning(update)) {
      if (update.version === version) return update.endsAt
      throw new DriverError('invalid', `component ${id} is being updated to ${update.version}`)
    }
    const current = this.#versionOf({ update, ...software })
    if (current === version) return now
    const endsAt = now + this.#duration
    await this.#store.put(SOFTWARE + id, {
      version: current,
      update: { version, endsAt },
    } satisfies Software)
    return endsAt
  }

  /** Replaces the software of a component at once. */
  async install(id: string, version: string | null): Promise<void> {
    await this.#store.put(SOFTWARE + id, { version, update: null } satisfies Software)
  }

  async #software(id: string): Promise<Software> {
    return ((await this.#store.get(SOFTWARE + id)) as Software | undefined) ?? INSTALLED
  }

  #versionOf({ version, update }: Software = INSTALLED): string | null {
    return update && !this.#isRunning(update) ? update.version : version
  }

  /** An update that would take longer than any has ended: the clock was set back, and software must not seem to go back with it. */
  #isRunning({ endsAt }: { endsAt: number }): boolean {
    const left = endsAt - this.#now()
    return left > 0 && left <= this.#duration
  }
}

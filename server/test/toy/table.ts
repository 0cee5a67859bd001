import { DriverError } from '@granary/compute/driver-error.ts'

/** Rows by id, with the refusal that every driver needs for an unknown id. */
export class ToyTable<Row> {
  readonly #rows = new Map<string, Row>()

  readonly #kind: string

  constructor(kind: string) {
    this.#kind = kind
  }

  find(id: string): Row | undefined {
    return this.#rows.get(id)
  }

  /** @throws DriverError `not_found`. */
  get(id: string): Row {
    const row = this.find(id)
    if (row === undefined) throw new DriverError('not_found', `${this.#kind} ${id} is unknown`)
    return row
  }

  set(id: string, row: Row): void {
    this.#rows.set(id, row)
  }

  delete(id: string): void {
    this.#rows.delete(id)
  }

  all(): Row[] {
    return [...this.#rows.values()]
  }
}

import { failUnknown } from './problem.ts'

/** The resources of one kind by name, within the scope in which names are unique (the parent's id). */
export class Register<Row> {
  readonly #scopes = new Map<string, Map<string, Row>>()
  readonly #kind: string

  /** @param kind its name in a sentence. */
  constructor(kind: string) {
    this.#kind = kind
  }

  put(scope: string, name: string, row: Row): void {
    const names = this.#scopes.get(scope) ?? new Map<string, Row>()
    this.#scopes.set(scope, names.set(name, row))
  }

  find(scope: string, name: string): Row | undefined {
    return this.#scopes.get(scope)?.get(name)
  }

  /** Refuses an unknown name, with the known ones in the message. */
  need(path: string, scope: string, name: string): Row {
    return (
      this.find(scope, name) ?? failUnknown(path, this.#kind, name, this.#scopes.get(scope)?.keys() ?? [])
    )
  }

  /** Returns every row with that name, in any scope. */
  named(name: string): Row[] {
    return [...this.#scopes.values()].flatMap((names) => names.get(name) ?? [])
  }

  in(scope: string): Row[] {
    return [...(this.#scopes.get(scope)?.values() ?? [])]
  }
}

import { named } from './logged-world.ts'

/** One kind of resource that a test creates, updates and deletes through the API. */
export type LoggedCase = {
  /** The path that creates it; the response has its id. */
  create: [path: string, body: () => Promise<object> | object]
  /** The path that reads it, by id. */
  at: (id: string) => string
  /** How to read it, if no operation returns it alone. */
  read?: (id: string) => Promise<unknown>
  update?: [method: string, path: (id: string) => string, body: object]
  /** The driver's work before a delete. */
  settle?: () => Promise<unknown>
}

export const rename = (path: (id: string) => string): LoggedCase['update'] => ['PUT', path, named('renamed')]

/** Returns a path to a resource by its id. */
export const plain =
  (path: string) =>
  (id: string): string =>
    `${path}/${id}`

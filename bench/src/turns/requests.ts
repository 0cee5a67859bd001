import type { WatchedRequest } from './measure.ts'

/** Returns a POST of a text, or of a value as JSON. */
export const post = (name: string, path: string, body: unknown): WatchedRequest => ({
  name,
  method: 'POST',
  path,
  body: typeof body === 'string' ? body : JSON.stringify(body),
})

/** Returns a GET. */
export const get = (name: string, path: string): WatchedRequest => ({ name, method: 'GET', path })

/** Returns a list of so many items. */
export const many = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n))

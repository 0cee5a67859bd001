/** Rows per statement. Engines limit the number of parameters. */
const SIZE = 500

/** Splits a list into chunks that fit into one statement. */
export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += SIZE) yield items.slice(at, at + SIZE)
}

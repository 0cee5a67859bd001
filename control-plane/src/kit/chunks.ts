/** Engines limit the parameters of one statement. */
const SIZE = 500

/** Cuts a list into pieces that one statement can take. */
export function* chunks<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += SIZE) yield items.slice(at, at + SIZE)
}

/** Plans that a connection keeps at most: each takes some 10 KiB of its backend. */
const MAX_NAMES = 500
/** Statements that are counted at most until they have a name. */
const MAX_CANDIDATES = 2_000
/** A statement this common is worth a plan of its own. */
const USES = 3
/** Longer ones insert many rows at once and are rarely the same. */
const MAX_LENGTH = 4_000

/**
 * Gives names to statements that come again and again, so that PostgreSQL parses and plans each once a connection. Planning takes
 * several times as long as running a statement that reads one row.
 * @returns the name of a statement, or undefined for one that is rare.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  const uses = new Map<string, number>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || text.length > MAX_LENGTH || names.size >= MAX_NAMES) return name
    const count = (uses.get(text) ?? 0) + 1
    if (count < USES) {
      if (uses.size >= MAX_CANDIDATES) uses.clear()
      uses.set(text, count)
      return undefined
    }
    uses.delete(text)
    names.set(text, `statement_${names.size}`)
    return names.get(text)
  }
}

/** The hint about {@link tabKeyFilter} on the page. */
export const LEAVE_HINT = 'Esc, then Tab leaves the terminal'

/**
 * A terminal handles the Tab key itself, so keyboard users could not leave it. Tab right after Escape goes to the browser
 * instead, also with Shift.
 * @returns a handler that tells for each key whether the terminal gets it.
 */
export function tabKeyFilter(): (event: Pick<KeyboardEvent, 'type' | 'key'>) => boolean {
  let escaped = false
  return ({ type, key }) => {
    if (type !== 'keydown' || key === 'Shift') return true
    const leaves = escaped && key === 'Tab'
    escaped = key === 'Escape'
    return !leaves
  }
}

/** What the page says about {@link leavesByTab}. */
export const LEAVE_HINT = 'Esc, then Tab leaves the terminal'

/**
 * A terminal takes the Tab key for itself, so that whoever has no mouse could not leave it: Tab right after Escape goes to the
 * browser instead, also with Shift.
 * @returns for each key that is pressed whether the terminal may have it.
 */
export function leavesByTab(): (event: Pick<KeyboardEvent, 'type' | 'key'>) => boolean {
  let escaped = false
  return ({ type, key }) => {
    if (type !== 'keydown' || key === 'Shift') return true
    const leaves = escaped && key === 'Tab'
    escaped = key === 'Escape'
    return !leaves
  }
}

import { isKey } from '../../ui/keys.ts'
import { openQuickActions, quickActionsOpen, quickActionsText, registeredActions } from './store.ts'

/**
 * Opens and closes the quick actions with Ctrl+K or Cmd+K. The keys count before the first page is shown, too, and so do
 * the letters after them. Call it once.
 */
export function listenForQuickActions(): void {
  window.addEventListener('keydown', (event) => {
    const { key, metaKey, ctrlKey, altKey } = event
    if (!metaKey && !ctrlKey && !altKey) {
      if (quickActionsOpen.get() && event.target === document.body && isTaken(key)) event.preventDefault()
      return
    }
    if (!isKey(event, 'k', 'KeyK') || event.shiftKey || altKey || isPageWithout()) return
    event.preventDefault()
    if (quickActionsOpen.get()) quickActionsOpen.set(false)
    else openQuickActions()
  })
}

/** Gives a key to the palette while its field has not the focus yet. Returns whether it is one that the field knows. */
function isTaken(key: string): boolean {
  if (key === 'Escape') quickActionsOpen.set(false)
  else if (key === 'Backspace') quickActionsText.set((text) => text.slice(0, -1))
  else if (key.length === 1) quickActionsText.set((text) => text + key)
  else return false
  return true
}

/** Whether the shown page has no quick actions, such as the sign-in. */
const isPageWithout = (): boolean =>
  registeredActions.get().size === 0 && document.querySelector('#root h1') !== null

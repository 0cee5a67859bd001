import { quickActionsOpen, registeredActions } from './store.ts'

/**
 * Opens and closes the quick actions with Ctrl+K or Cmd+K. The keys count before the first page is shown, too. Call it
 * once.
 */
export function listenForQuickActions(): void {
  window.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return
    if (!(event.metaKey || event.ctrlKey) || isPageWithout()) return
    event.preventDefault()
    quickActionsOpen.set((before) => !before)
  })
}

/** Whether the shown page has no quick actions, such as the sign-in. */
const isPageWithout = (): boolean =>
  registeredActions.get().size === 0 && document.querySelector('#root h1') !== null

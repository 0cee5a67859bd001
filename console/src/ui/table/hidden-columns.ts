import { createStore, useStore } from '../store.ts'

const KEY = 'hidden-columns'
type Hidden = Readonly<Record<string, readonly string[]>>

function remembered(): Hidden {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Hidden
  } catch {
    return {}
  }
}

const store = createStore<Hidden>(remembered())
const NONE: readonly string[] = []

/**
 * The IDs of the columns that the user has hidden in a list, stored in this browser.
 * @param list the title of the list.
 */
export function useHiddenColumns(list: string): [readonly string[], (hidden: readonly string[]) => void] {
  const all = useStore(store)
  return [all[list] ?? NONE, (hidden) => hide({ ...all, [list]: hidden })]
}

function hide(hidden: Hidden): void {
  store.set(hidden)
  try {
    localStorage.setItem(KEY, JSON.stringify(hidden))
  } catch {
    // Without storage the choice isn't remembered; nothing else depends on it.
  }
}

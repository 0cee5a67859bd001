import { createStore } from '../../ui/store.ts'
import type { QuickAction } from './store.ts'

const KEY = 'recent-resources'
const MAX_RECENT = 6

type Recent = Pick<QuickAction, 'label' | 'detail' | 'href'>

function remembered(): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]') as Recent[]
  } catch {
    return []
  }
}

/** Resources that the user opened from the palette in this browser, the last one first. */
export const recentResources = createStore<QuickAction[]>(remembered())

/** Adds a resource to the recent ones. */
export function remember({ label, detail, href }: Recent): void {
  const recent: Recent = { label, ...(detail && { detail }), ...(href && { href }) }
  const others = recentResources.get().filter((one) => one.href !== href)
  const next = [recent, ...others].slice(0, MAX_RECENT)
  recentResources.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage they last as long as the page.
  }
}

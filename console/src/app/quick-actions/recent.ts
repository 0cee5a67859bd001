import { createStore } from '../../ui/store.ts'
import type { QuickAction } from './store.ts'

const KEY = 'recent-resources'
const MAX_RECENT = 6

type Recent = Pick<QuickAction, 'label' | 'detail' | 'href'>
/** Of one user: another user of this browser must not see the names of resources. */
type RecentOfUser = { userId: string; recent: Recent[] } | null

function remembered(): RecentOfUser {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<RecentOfUser>
    // An older version stored a list of its own.
    return Array.isArray(stored?.recent) ? (stored as RecentOfUser) : null
  } catch {
    return null
  }
}

/** Resources that the last user opened from the palette in this browser. */
export const recentResources = createStore<RecentOfUser>(remembered())

const NONE: QuickAction[] = []

/** Returns the recent resources of a user, the last one first. */
export const recentOf = (stored: RecentOfUser, userId: string): QuickAction[] =>
  stored?.userId === userId ? stored.recent : NONE

/** Adds a resource to the recent ones of a user. */
export function remember(userId: string, { label, detail, href }: Recent): void {
  const recent: Recent = { label, ...(detail && { detail }), ...(href && { href }) }
  const others = recentOf(recentResources.get(), userId).filter((one) => one.href !== href)
  const next = { userId, recent: [recent, ...others].slice(0, MAX_RECENT) }
  recentResources.set(next)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Without storage they last as long as the page.
  }
}

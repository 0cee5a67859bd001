import { createStore, useStore } from '../store.ts'

export type Density = 'normal' | 'compact'

/** Row heights in pixels. */
export const ROW_HEIGHT: Record<Density, number> = { normal: 36, compact: 28 }

const KEY = 'table-density'

function remembered(): Density {
  try {
    return localStorage.getItem(KEY) === 'compact' ? 'compact' : 'normal'
  } catch {
    return 'normal'
  }
}

const store = createStore<Density>(remembered())

/** How close the rows of tables stand: one choice for all of them, remembered in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useStore(store), setDensity]
}

function setDensity(density: Density): void {
  store.set(density)
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // A browser without storage forgets; nothing else depends on it.
  }
}

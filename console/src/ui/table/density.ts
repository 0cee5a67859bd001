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

/** The row density of all tables, stored in this browser. */
export function useDensity(): [Density, (density: Density) => void] {
  return [useStore(store), setDensity]
}

function setDensity(density: Density): void {
  store.set(density)
  try {
    localStorage.setItem(KEY, density)
  } catch {
    // Without storage the choice isn't remembered; nothing else depends on it.
  }
}

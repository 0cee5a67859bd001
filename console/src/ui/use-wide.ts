import { useSyncExternalStore } from 'react'

const QUERY = '(min-width: 85rem)'

const subscribe = (notify: () => void): (() => void) => {
  const media = window.matchMedia?.(QUERY)
  media?.addEventListener('change', notify)
  return () => media?.removeEventListener('change', notify)
}

/** Whether the screen has room for a pane beside a table. */
export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => window.matchMedia?.(QUERY).matches ?? false)

import { useEffect, useRef } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { pageHistory } from './page-history.ts'

/**
 * Makes "View history" in the menu of the page's resource open the History tab of the page.
 * @param id the resource, if the page is about one.
 * @returns whether the page has the tab: a server without extensions has no histories.
 */
export function usePageHistory(id: string | undefined, open: () => void): boolean {
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  const hasTab = useExtensions() !== null && id !== undefined
  useEffect(() => {
    if (!hasTab) return
    pageHistory.set({ id, open: () => latest.current() })
    return () => pageHistory.set(null)
  }, [hasTab, id])
  return hasTab
}

import { type AnyRoute, useRouter } from '@tanstack/react-router'
import { fillPath } from '../../app/paths.ts'
import type { useMay } from '../../app/permissions.ts'
import { type Silo, useSilo } from './use-silo.ts'

type May = (permission: Parameters<ReturnType<typeof useMay>['silo']>[1]) => boolean

/** A tab of the page of a silo. A route becomes a tab by this static data. */
export type SiloTab = {
  label: string
  order: number
  /** Whether the silo has the tab and the caller may see it. Without it, the tab is always shown. */
  when?: (silo: Silo, may: May) => boolean
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    siloTab?: SiloTab
  }
}

/** Returns the tabs that routes register below one of the two pages of a silo, in their order. */
export const tabsBelow = (routes: Record<string, AnyRoute>, base: string): (SiloTab & { path: string })[] =>
  Object.values(routes)
    .flatMap(({ options, fullPath }) => {
      const tab: SiloTab | undefined = options.staticData?.siloTab
      return tab && String(fullPath).startsWith(`${base}/`) ? [{ ...tab, path: String(fullPath) }] : []
    })
    .toSorted((a, b) => a.order - b.order)

/** Returns the tabs of the current page, with their addresses. */
export function useSiloTabs(): { label: string; path: string }[] {
  const { routesById } = useRouter()
  const { silo, base, may } = useSilo()
  return tabsBelow(routesById, base)
    .filter(({ when }) => when?.(silo, may) ?? true)
    .map(({ label, path }) => ({ label, path: fillPath(path, { silo: silo.name }) }))
}

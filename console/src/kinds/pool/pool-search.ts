const TABS = ['silos', 'history'] as const

/** A tab of the page of a pool. Without one, the page shows the contents of the pool. */
export type PoolTab = (typeof TABS)[number]

/** Reads the tab from the URL. */
export const poolSearch = ({ tab }: Record<string, unknown>): { tab?: PoolTab } => ({
  tab: TABS.find((known) => known === tab),
})

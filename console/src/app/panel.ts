import type { Crumb } from './crumbs.ts'

/**
 * Returns the static data of a panel's route.
 * @param label its title in the document; the breadcrumbs stay those of the page below.
 * @param over crumb of that page, if the panel's parents don't state it.
 */
export const panel = (label: string, over?: Crumb): { panel: true; crumb: readonly Crumb[] } => ({
  panel: true,
  crumb: [...(over ? [over] : []), { label, titleOnly: true }],
})

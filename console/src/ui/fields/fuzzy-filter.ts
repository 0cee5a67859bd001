const squeeze = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Those whose label contains what was typed, spaces and case apart, in the order in which they came. */
export function fuzzyFilter<Item extends { label: string }>(items: readonly Item[], typed: string): Item[] {
  const wanted = squeeze(typed)
  return items.filter((item) => squeeze(item.label).includes(wanted))
}

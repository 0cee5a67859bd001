const squeeze = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Whether a label contains what was typed, spaces and case apart. */
export const containsLoosely = (label: string, typed: string): boolean =>
  squeeze(label).includes(squeeze(typed))

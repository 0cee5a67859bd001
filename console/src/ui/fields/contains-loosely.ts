const squeeze = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '')

/** Whether a label contains the query, ignoring spaces and case. */
export const containsLoosely = (label: string, typed: string): boolean =>
  squeeze(label).includes(squeeze(typed))

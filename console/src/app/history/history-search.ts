/** Reads from the URL whether a page shows its History tab. */
export const historySearch = ({ tab }: Record<string, unknown>): { tab?: 'history' } =>
  tab === 'history' ? { tab } : {}

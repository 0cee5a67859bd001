const TABS = ['subscriptions', 'secrets', 'history'] as const

/** A tab of the page of a receiver. Without one, the page shows the deliveries. */
export type ReceiverTab = (typeof TABS)[number]

/** Reads the tab from the URL. */
export const receiverSearch = ({ tab }: Record<string, unknown>): { tab?: ReceiverTab } => ({
  tab: TABS.find((known) => known === tab),
})

/**
 * Focuses an element that appears in place of the focused one, which would leave the focus nowhere. Pass it as `ref`;
 * what can't be focused needs `tabIndex={-1}`.
 */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus()

/** Formats a value as indented JSON with a newline at the end. */
export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

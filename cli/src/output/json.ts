/** A value as JSON that people can read too, with a line end. */
export const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

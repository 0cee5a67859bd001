/** Reads a value that the server has stored as JSON. Its form is that of what wrote it. */
export const storedJson = <Value>(text: string): Value => JSON.parse(text) as Value

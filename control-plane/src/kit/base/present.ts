/**
 * Returns a value that must be there.
 * @throws Error that names it otherwise, because the code that relies on it is wrong.
 */
export function present<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Error(`${name} is missing`)
  return value
}

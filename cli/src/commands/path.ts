/** Returns the path of an operation with its parameters replaced by values, in their order. */
export function filled(path: string, values: readonly string[]): string {
  const left = values.values()
  return path.replace(/\{\w+\}/g, () => encodeURIComponent(left.next().value ?? ''))
}

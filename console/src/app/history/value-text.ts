/** Says the value of a field as a reader would, without the quotes and brackets of JSON. */
export function valueText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(partText).join(', ')
  if (value === null) return 'empty'
  if (typeof value !== 'object') return typeof value === 'string' ? value : JSON.stringify(value)
  const parts = Object.entries(value).map(([key, part]) =>
    // The states of disks and machines are objects, most of them with this part alone.
    key === 'state' ? partText(part) : `${key.replaceAll('_', ' ')} ${partText(part)}`,
  )
  return parts.length === 0 ? 'empty' : parts.join(', ')
}

/** A value inside another one. */
const partText = (value: unknown): string =>
  typeof value === 'object' && value !== null ? `(${valueText(value)})` : valueText(value)

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']

/** A number of bytes in the largest binary unit that it fills, with at most two decimals. */
export function byteSize(bytes: number): { value: string; unit: string } {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  const value = (bytes / 1024 ** power).toLocaleString(undefined, { maximumFractionDigits: 2 })
  return { value, unit: UNITS[power]! }
}

/** A size, its unit dimmed. */
export function ByteSize({ bytes }: { bytes: number }) {
  const { value, unit } = byteSize(bytes)
  return (
    <span className="whitespace-nowrap tabular-nums">
      {value} <span className="text-text-muted">{unit}</span>
    </span>
  )
}

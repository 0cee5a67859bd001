import { byteSize } from '@granary/domain/numbers.ts'

/** A number with a dimmed unit, so that the number stands out. */
export const WithUnit = ({ value, unit }: { value: string | number; unit: string }) => (
  <span className="whitespace-nowrap tabular-nums">
    {value} <span className="unit text-text-muted">{unit}</span>
  </span>
)

/** A size in the largest binary unit that fits. */
export const ByteSize = ({ bytes }: { bytes: number }) => <WithUnit {...byteSize(bytes)} />

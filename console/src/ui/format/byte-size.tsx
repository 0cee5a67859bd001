import { byteSize } from '@granary/domain/numbers.ts'

/** A number and its dimmed unit: what varies is what is read. */
export const WithUnit = ({ value, unit }: { value: string | number; unit: string }) => (
  <span className="whitespace-nowrap tabular-nums">
    {value} <span className="text-text-muted">{unit}</span>
  </span>
)

/** A size in the largest binary unit that it fills. */
export const ByteSize = ({ bytes }: { bytes: number }) => <WithUnit {...byteSize(bytes)} />

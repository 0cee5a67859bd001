import { bigNumber, fullNumber } from '@granary/domain/numbers.ts'
import { Tooltip } from '../tooltip.tsx'

/** A count that may be huge: shortened from a million up, with the full value in a tooltip. */
export function BigNumber({ value }: { value: number | bigint }) {
  const { text, abbreviated } = bigNumber(value)
  return (
    <Tooltip content={abbreviated && fullNumber(value)}>
      <span className="tabular-nums">{text}</span>
    </Tooltip>
  )
}

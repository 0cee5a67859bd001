import { BLOCK_SIZES } from '@granary/domain/sizes.ts'
import type { ComponentProps } from 'react'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'

const SIZES = BLOCK_SIZES.map((size) => ({ value: String(size), label: String(size) }))

/** The block size of a blank disk. */
export const BlockSizeField = (
  field: Omit<ComponentProps<typeof RadioGroup>, 'label' | 'items' | 'orientation'>,
) => <RadioGroup {...field} label="Block size (Bytes)" orientation="horizontal" items={SIZES} />

type ReadOnlyFieldProps = Omit<ComponentProps<typeof Checkbox>, 'isSelected' | 'children'> & {
  value: boolean
}

/** Whether a disk that is created from a source is read-only. */
export const ReadOnlyField = ({ value, ...field }: ReadOnlyFieldProps) => (
  <Checkbox {...field} isSelected={value}>
    Make disk read-only
  </Checkbox>
)

import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

export type RadioItem<Value extends string = string> = {
  value: Value
  label: ReactNode
  /** A second line; part of the accessible name. */
  description?: ReactNode
  isDisabled?: boolean
}

type RadioGroupProps<Value extends string> = FieldProps & {
  items: readonly RadioItem<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
  orientation?: 'vertical' | 'horizontal'
}

/** A choice of a few options, all of them visible. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const { items, value, onChange, onBlur, orientation = 'vertical', isDisabled, error } = props
  const ids = useFieldIds(props)
  return (
    <FieldFrame {...props} ids={ids} labels="group">
      <div
        role="radiogroup"
        aria-labelledby={ids.label}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className={orientation === 'vertical' ? 'flex flex-col gap-2' : 'flex flex-wrap gap-x-5 gap-y-2'}
      >
        {items.map((item) => (
          <label key={item.value} className="inline-flex items-start gap-2 has-disabled:text-text-muted">
            <input
              type="radio"
              name={ids.control}
              className="mt-[3px] size-3.5 shrink-0"
              checked={value === item.value}
              disabled={isDisabled || item.isDisabled}
              onChange={() => onChange(item.value)}
              onBlur={onBlur}
            />
            <span>
              {/* The space keeps the two lines apart in the accessible name. */}
              {item.label}{' '}
              {item.description && <span className="block text-sm text-text-muted">{item.description}</span>}
            </span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

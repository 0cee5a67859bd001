import type { ReactNode } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

export type RadioCard<Value extends string = string> = {
  value: Value
  /** Content of the card: a size, its parts, a price. */
  label: ReactNode
  /** Accessible name, where the content reads badly. */
  ariaLabel?: string
  isDisabled?: boolean
}

type RadioCardsProps<Value extends string> = Omit<FieldProps, 'label'> & {
  label: string
  items: readonly RadioCard<Value>[]
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: () => void
}

/** Choices as cards side by side, for sizes that users compare. */
export function RadioCards<Value extends string>(props: RadioCardsProps<Value>) {
  const { items, value, onChange, onBlur, isDisabled, error } = props
  const ids = useFieldIds(props)
  return (
    <FieldFrame {...props} ids={ids} labels="group">
      <div
        role="radiogroup"
        aria-labelledby={ids.label}
        aria-describedby={ids.describedBy}
        aria-invalid={error ? true : undefined}
        className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2"
      >
        {items.map((item) => (
          <label
            key={item.value}
            className="relative flex items-center rounded-md border border-border-control bg-surface-raised px-3 py-2.5 tabular-nums hover:bg-surface-hover has-checked:border-accent has-checked:bg-surface-selected has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus has-disabled:opacity-55"
          >
            <input
              type="radio"
              name={ids.control}
              className="sr-only"
              aria-label={item.ariaLabel}
              checked={value === item.value}
              disabled={isDisabled || item.isDisabled}
              onChange={() => onChange(item.value)}
              onBlur={onBlur}
            />
            <span>{item.label}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

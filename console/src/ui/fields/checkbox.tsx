import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { FieldError } from './field.tsx'

type CheckboxProps = {
  /** The label, at the right. */
  children: ReactNode
  isSelected: boolean
  onChange: (isSelected: boolean) => void
  onBlur?: () => void
  /** Indeterminate: some of the items are checked. */
  isIndeterminate?: boolean
  isDisabled?: boolean
  hint?: ReactNode
  error?: string
  name?: string
  ref?: Ref<HTMLInputElement>
}

/** A checkbox with its label at the right. */
export function Checkbox(props: CheckboxProps) {
  const {
    children,
    isSelected,
    onChange,
    onBlur,
    isIndeterminate = false,
    isDisabled,
    hint,
    error,
    name,
    ref,
  } = props
  const id = useId()
  const wrapper = useRef<HTMLLabelElement>(null)
  useEffect(() => {
    const box = wrapper.current?.querySelector('input')
    if (box) box.indeterminate = isIndeterminate
  }, [isIndeterminate])
  return (
    <div>
      <label ref={wrapper} className="inline-flex items-start gap-2 has-disabled:text-text-muted">
        <input
          ref={ref}
          type="checkbox"
          name={name}
          className="mt-[3px] size-3.5 shrink-0"
          checked={isSelected}
          disabled={isDisabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={
            [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
          }
          onChange={(event) => onChange(event.target.checked)}
          onBlur={onBlur}
        />
        <span>{children}</span>
      </label>
      {hint && (
        <div id={`${id}-hint`} className="ml-5.5 text-sm text-text-muted">
          {hint}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

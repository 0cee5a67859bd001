import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { type KeyboardEvent, type Ref, useState } from 'react'
import { FieldFrame, type FieldProps, useFieldIds } from './field.tsx'

type NumberFieldProps = FieldProps & {
  /** Null when the field has no valid number. */
  value: number | null
  onChange: (value: number | null) => void
  /** Called in place of `onChange` when the text is neither empty nor a whole number. */
  onUnreadable?: () => void
  onBlur?: () => void
  /** Default 0. Input is clamped to the limits at once, or on blur when it may be the start of a valid number. */
  minValue?: number
  maxValue?: number
  name?: string
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Matches partial input of a whole number, given the minimum. */
const draft = (minimum: number) => (minimum < 0 ? /^-?\d*$/ : /^\d*$/)

const isPartial = (typed: string) => typed === '' || typed === '-'

/** A whole number: a text box with two steppers. The value follows each keystroke; the arrow keys step too. */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, onUnreadable, onBlur, name, required, ref } = props
  const { minValue = 0, maxValue = Number.MAX_SAFE_INTEGER } = props
  const ids = useFieldIds(props)
  // Partial or invalid input: shown as it is while there is no value.
  const [text, setText] = useState<string | null>(null)
  const isWhole = (typed: string) => draft(minValue).test(typed)
  // '1.5' must not become 15 by dropping the point.
  const error = value === null && text && !isWhole(text) ? 'Must be a whole number' : props.error
  const clamp = (next: number) => Math.min(maxValue, Math.max(minValue, next))

  // With a minimum of 10, '2' may become 20.
  const isBeginning = (next: number) => next > 0 && next < minValue && next * 10 <= maxValue
  const type = (given: string) => {
    // Pasted text often has spaces or a line break around it.
    const typed = given.trim()
    // A field without negative numbers refuses a minus sign: the text stays.
    if (minValue >= 0 && typed.includes('-')) return
    const isNumber = isWhole(typed) && !isPartial(typed)
    setText(isNumber ? null : typed)
    if (onUnreadable && !isNumber && !isPartial(typed)) return onUnreadable()
    const next = Number(typed)
    onChange(isNumber ? (isBeginning(next) ? next : clamp(next)) : null)
  }
  const leave = () => {
    if (value !== null && clamp(value) !== value) onChange(clamp(value))
    onBlur?.()
  }
  const step = (by: number) => {
    setText(null)
    onChange(clamp(value === null ? Math.max(minValue, 0) : value + by))
  }
  const stepping = { label, controls: ids.control, onStep: step }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    step(by)
  }
  return (
    <FieldFrame {...props} error={error} ids={ids}>
      <div
        className="input flex overflow-hidden p-0! focus-within:outline-2 focus-within:outline-focus"
        data-invalid={error ? '' : undefined}
      >
        <input
          ref={ref}
          id={ids.control}
          name={name}
          type="text"
          inputMode={minValue < 0 ? 'text' : 'numeric'}
          autoComplete="off"
          value={value ?? text ?? ''}
          disabled={props.isDisabled}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={ids.describedBy}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={onKeyDown}
          className="min-w-0 grow bg-transparent px-2.5 tabular-nums outline-none"
        />
        <Stepper
          by={-1}
          {...stepping}
          isDisabled={props.isDisabled || (value !== null && value <= minValue)}
        />
        <Stepper
          by={1}
          {...stepping}
          isDisabled={props.isDisabled || (value !== null && value >= maxValue)}
        />
      </div>
    </FieldFrame>
  )
}

type StepperProps = {
  by: 1 | -1
  label: string
  controls: string
  isDisabled: boolean | undefined
  onStep: (by: number) => void
}

function Stepper({ by, label, controls, isDisabled, onStep }: StepperProps) {
  const Icon = by > 0 ? Plus : Minus
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={`${by > 0 ? 'Increase' : 'Decrease'} ${label}`}
      aria-controls={controls}
      disabled={isDisabled}
      onClick={() => onStep(by)}
      className="flex w-8 items-center justify-center border-l border-border text-text-muted enabled:hover:bg-surface-hover enabled:hover:text-text disabled:opacity-40"
    >
      <Icon className="size-3.5" aria-hidden />
    </button>
  )
}

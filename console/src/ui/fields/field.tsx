import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** Props of every field. The form binds `value`, `onChange`, `onBlur` and `error`; the field knows no form library. */
export type FieldProps = {
  label: string
  /** Shown under the label. */
  hint?: ReactNode
  /** Shows '(Optional)' behind the label; the accessible name stays the label. */
  optional?: boolean
  /** The problem with the value. Screen readers announce it when it appears. */
  error?: string
  isDisabled?: boolean
  className?: string
}

/** Ids that tie a control to its label, hint and error. */
export function useFieldIds({ hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId()
  const ids = { control: id, label: `${id}-label`, hint: `${id}-hint`, error: `${id}-error` }
  const describedBy = [hint ? ids.hint : '', error ? ids.error : ''].filter(Boolean).join(' ') || undefined
  return { ...ids, describedBy }
}

type FrameProps = FieldProps & {
  ids: ReturnType<typeof useFieldIds>
  /** Whether the label is a `<label>` of one control, or the name of a group. */
  labels?: 'control' | 'group'
  children: ReactNode
}

/** Label, hint, control, error: the same spacing and ARIA wiring for every kind of field. */
export function FieldFrame({
  ids,
  label,
  hint,
  optional,
  error,
  labels = 'control',
  className,
  children,
}: FrameProps) {
  const Label = labels === 'control' ? 'label' : 'span'
  return (
    <div className={classNames('flex min-w-0 flex-col', className)} data-invalid={error ? '' : undefined}>
      <div className="mb-1 flex items-baseline gap-1.5">
        <Label id={ids.label} className="font-medium" {...(labels === 'control' && { htmlFor: ids.control })}>
          {label}
        </Label>
        {optional && (
          <span className="text-xs text-text-muted" aria-hidden>
            (Optional)
          </span>
        )}
      </div>
      {hint && (
        <div id={ids.hint} className="-mt-0.5 mb-1.5 text-sm text-text-muted">
          {hint}
        </div>
      )}
      {children}
      <FieldError id={ids.error} error={error} />
    </div>
  )
}

/** The live region exists before the error, so that screen readers announce the error when it appears. */
export const FieldError = ({ id, error }: { id: string; error?: string }) => (
  <div id={id} aria-live="assertive" className={error ? 'mt-1 text-sm wrap-anywhere text-danger' : undefined}>
    {error}
  </div>
)

import { useId } from 'react'

type SignInFieldProps = {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  error: string | undefined
  isDisabled: boolean
  isReadOnly: boolean
  type?: 'text' | 'password'
  autoComplete: string
  ref: (element: HTMLElement | null) => void
}

/** A field with the label inside, which allows password managers. */
export function SignInField({
  label,
  error,
  isDisabled,
  isReadOnly,
  onChange,
  type = 'text',
  ...rest
}: SignInFieldProps) {
  const errorId = useId()
  return (
    <div>
      <input
        {...rest}
        type={type}
        className="input"
        placeholder={label}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        readOnly={isDisabled || isReadOnly}
        onChange={(event) => onChange(event.target.value)}
      />
      <div id={errorId} aria-live="assertive" className={error ? 'mt-1 text-sm text-danger' : undefined}>
        {error}
      </div>
    </div>
  )
}

import { type ReactNode, type Ref, useId } from 'react'
import { Button as AriaButton, type ButtonProps as AriaProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'base'

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-text-on-accent hover:bg-accent-hover',
  secondary: 'border border-border-control bg-surface-raised text-text hover:bg-surface-hover',
  ghost: 'text-text hover:bg-surface-hover',
  danger: 'bg-danger text-text-on-accent hover:bg-danger-hover',
}
const SIZES: Record<ButtonSize, string> = { sm: 'h-7 px-2.5 text-sm', base: 'h-8 px-3 text-sm' }

/** The look of a button, for links that do what a button would. */
export const buttonStyle = (variant: ButtonVariant = 'primary', size: ButtonSize = 'base'): string =>
  classNames(
    'inline-flex shrink-0 cursor-pointer select-none items-center justify-center gap-1.5 rounded font-medium whitespace-nowrap',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    VARIANTS[variant],
    SIZES[size],
  )

type ButtonProps = {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner in place of the words; the button does nothing meanwhile. */
  loading?: boolean
  /** Why it cannot be used now. The button keeps its focus and tells the reason. */
  disabledReason?: string | null | false
  isDisabled?: boolean
  children: ReactNode
  onPress?: () => void
  ref?: Ref<HTMLButtonElement>
} & Pick<AriaProps, 'type' | 'form' | 'autoFocus' | 'aria-label' | 'aria-expanded' | 'aria-haspopup'>

/** A button. One that is disabled can still be reached, and says why. */
export function Button({ variant = 'primary', size = 'base', loading, disabledReason, isDisabled, children, onPress, ref, type = 'button', ...rest }: ButtonProps) {
  const reasonId = useId()
  const inert = Boolean(loading || disabledReason || isDisabled)
  const button = (
    <AriaButton
      {...rest}
      ref={ref}
      type={inert && type === 'submit' ? 'button' : type}
      className={classNames(buttonStyle(variant, size), 'relative')}
      onPress={() => !inert && onPress?.()}
      // Not `disabled`: that would take the focus and the reason away.
      render={(props) => (
        <button
          {...(props as object)}
          aria-disabled={inert || undefined}
          aria-describedby={disabledReason ? reasonId : undefined}
        />
      )}
    >
      <span className={classNames('inline-flex items-center gap-1.5', loading && 'invisible')}>{children}</span>
      {loading && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
    </AriaButton>
  )
  if (!disabledReason) return button
  return (
    <>
      <Tooltip content={disabledReason} placement="bottom">
        {button}
      </Tooltip>
      <span id={reasonId} hidden>
        {disabledReason}
      </span>
    </>
  )
}

/** A button that is only an icon; the label is its accessible name and its tooltip. */
export function IconButton({ label, children, onPress, tooltip = true, className, ...rest }: { label: string; children: ReactNode; onPress?: () => void; tooltip?: boolean; className?: string } & Pick<AriaProps, 'aria-expanded' | 'isDisabled'>) {
  const button = (
    <AriaButton
      {...rest}
      aria-label={label}
      {...(onPress ? { onPress } : {})}
      className={classNames(
        'inline-flex size-7 shrink-0 cursor-pointer items-center justify-center rounded text-text-muted hover:bg-surface-hover hover:text-text',
        className,
      )}
    >
      {children}
    </AriaButton>
  )
  return tooltip ? <Tooltip content={label}>{button}</Tooltip> : button
}

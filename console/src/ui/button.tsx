import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { useReadOnly } from './read-only.ts'
import { Spinner } from './spinner.tsx'
import { Tooltip } from './tooltip.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'base'

/** A disabled button has no fill of its own: a paler accent would still look like something to press. */
const EMPTIED =
  'not-data-loading:aria-disabled:bg-surface-hover not-data-loading:aria-disabled:text-text-muted'
const FADED = 'not-data-loading:aria-disabled:opacity-55'
const VARIANTS: Record<ButtonVariant, string> = {
  primary: `bg-accent text-text-on-accent not-aria-disabled:hover:bg-accent-hover ${EMPTIED}`,
  secondary: `border border-border-control bg-surface-raised text-text not-aria-disabled:hover:bg-surface-hover ${FADED}`,
  ghost: `text-text not-aria-disabled:hover:bg-surface-hover ${FADED}`,
  danger: `bg-danger text-text-on-accent not-aria-disabled:hover:bg-danger-hover ${EMPTIED}`,
}
const SIZES: Record<ButtonSize, string> = { sm: 'h-7 px-2.5', base: 'h-8 px-3' }

/** The look of a button, for links that act like one: `<Link className={buttonStyle()} …>`. */
export const buttonStyle = (variant: ButtonVariant = 'primary', size: ButtonSize = 'base'): string =>
  classNames(
    'relative inline-flex shrink-0 items-center justify-center gap-1.5 rounded text-sm font-medium whitespace-nowrap select-none',
    VARIANTS[variant],
    SIZES[size],
  )

type Common = {
  /** Shows a spinner in place of the label. The button does nothing while it is loading. */
  loading?: boolean
  /** Why the button is disabled. It stays in the tab order and shows the reason. */
  disabledReason?: ReactNode
  isDisabled?: boolean
  /** The button changes something: in a read-only part of the page it is disabled and shows why. */
  changes?: boolean
  /** Takes it out of the tab order: for pagination, where the neighbour shows the reason. */
  disabled?: boolean
  onPress?: (event: MouseEvent<HTMLButtonElement>) => void
} & Omit<ComponentPropsWithRef<'button'>, 'onClick'>

type ButtonProps = { variant?: ButtonVariant; size?: ButtonSize; icon?: ReactNode } & Common

/**
 * The behaviour of all buttons: a disabled one can still be focused, shows why, and does nothing.
 * @param tip the name, as a tooltip where there is no reason.
 */
function BareButton({
  tip,
  loading,
  disabledReason: ownReason,
  isDisabled,
  changes,
  onPress,
  type = 'button',
  ...rest
}: Common & { tip?: string | false }) {
  const readOnly = useReadOnly()
  const disabledReason = (changes && readOnly) || ownReason
  const inert = Boolean(loading || disabledReason || isDisabled)
  return (
    <Tooltip
      content={disabledReason || tip}
      side={disabledReason ? 'bottom' : 'top'}
      namesChild={!disabledReason}
    >
      <button
        {...rest}
        type={type}
        aria-disabled={inert || undefined}
        aria-busy={loading || undefined}
        data-loading={loading || undefined}
        onClick={(event) => (inert ? event.preventDefault() : onPress?.(event))}
      />
    </Tooltip>
  )
}

/** A button. `variant` sets its emphasis, `loading` and `disabledReason` show what it waits for. */
export function Button({
  variant = 'primary',
  size = 'base',
  icon,
  className,
  children,
  loading,
  ...rest
}: ButtonProps) {
  return (
    <BareButton {...rest} loading={loading} className={classNames(buttonStyle(variant, size), className)}>
      <span className={classNames('inline-flex min-w-0 items-center gap-1.5', loading && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {loading && (
        <span className="absolute inset-0 flex items-center justify-center">
          <Spinner />
        </span>
      )}
    </BareButton>
  )
}

/** The look of a button with only an icon. */
export const ICON_BUTTON = classNames(
  'inline-flex size-7 shrink-0 items-center justify-center rounded text-text-muted not-data-loading:aria-disabled:opacity-55',
  'not-aria-disabled:hover:bg-surface-hover not-aria-disabled:hover:text-text aria-expanded:bg-surface-hover aria-expanded:text-text',
)

type IconButtonProps = { label: string; tooltip?: boolean; loading?: boolean } & Omit<Common, 'aria-label'>

/** A button with only an icon. `label` is its accessible name and, unless switched off, its tooltip. */
export function IconButton({
  label,
  tooltip = true,
  loading,
  className,
  children,
  ...rest
}: IconButtonProps) {
  return (
    <BareButton
      {...rest}
      tip={tooltip && label}
      loading={loading}
      aria-label={label}
      className={classNames(ICON_BUTTON, className)}
    >
      {loading ? <Spinner /> : children}
    </BareButton>
  )
}

import CircleAlert from 'lucide-react/icons/circle-alert'
import { type ComponentType, type ReactNode, useId } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { MessageBox } from '../message-box.tsx'
import { reserveToastSpace } from '../toast/clearance.ts'
import { LazyFrame } from './lazy-frame.tsx'

type SidePanelProps = {
  /** The heading (h2), and the accessible name. */
  title: string
  /** A line under the title: usually a `PanelSubject`. */
  subtitle?: ReactNode
  /** Errors, shown on top and marked in the footer. */
  errors?: readonly ShownError[]
  /** Slide in: only after a click, not after a reload or Back. */
  animate?: boolean
  /** Called for Escape, the scrim and the cross. */
  onClose: () => void
  children: ReactNode
  /** Buttons at the right: 'Cancel' (ghost) first. */
  footer: ReactNode
  /** Rendered at the left of the footer. */
  footerStart?: ReactNode
}

/** A panel at the right, 32 rem wide, over its page. On a narrow screen it fills the page. */
export function SidePanel({
  title,
  subtitle,
  errors = [],
  animate,
  onClose,
  children,
  footer,
  footerStart,
}: SidePanelProps) {
  const titleId = useId()
  return (
    <LazyFrame
      titleId={titleId}
      onClose={onClose}
      scrimClass="z-30"
      boxClass={classNames(
        'fixed inset-y-0 right-0 flex h-dvh w-full max-w-[32rem] border-border bg-surface-raised shadow-raised sm:border-l',
        animate && 'slide-in',
      )}
    >
      <div className="border-b border-border py-3 pr-12 pl-5 sm:pl-8">
        <h2 id={titleId} className="text-lg font-semibold">
          {title}
        </h2>
        {subtitle && (
          <h3 className="mt-0.5 flex items-center gap-1.5 truncate text-sm text-text-muted">{subtitle}</h3>
        )}
      </div>
      <div
        className="min-h-0 grow overflow-y-auto px-5 py-5 sm:px-8"
        data-testid="sidemodal-scroll-container"
      >
        <ErrorBox errors={errors} className="mb-5" />
        {children}
      </div>
      <footer
        ref={reserveToastSpace}
        data-dialog-footer=""
        className="flex items-center justify-end gap-2 border-t border-border px-5 py-3 sm:px-8"
      >
        {footer}
        <div className="order-first mr-auto flex items-center gap-2">
          {footerStart}
          {errors.length > 0 && (
            <span className="flex items-center gap-1.5 text-sm text-danger">
              <CircleAlert className="size-4" aria-hidden />
              Error
            </span>
          )}
        </div>
      </footer>
    </LazyFrame>
  )
}

type PanelSubjectProps = { icon: ComponentType<{ className: string; 'aria-hidden': true }>; name: string }

/** The subject of a panel: the icon of its family, and the name. */
export const PanelSubject = ({ icon: Icon, name }: PanelSubjectProps) => (
  <>
    <Icon className="size-3.5 shrink-0" aria-hidden />
    <span className="truncate">{name}</span>
  </>
)

/** A read-only panel: one 'Close' button in the footer. */
export function ReadOnlySidePanel(props: Omit<SidePanelProps, 'footer' | 'footerStart' | 'errors'>) {
  return (
    <SidePanel
      {...props}
      footer={
        <Button variant="ghost" size="sm" onPress={props.onClose}>
          Close
        </Button>
      }
    />
  )
}

/** A line of an error box; one that leads to a field of the form focuses it. */
export type ShownError = string | { text: string; onPress: () => void }

/** Returns the words of a line of an error box. */
export const textOf = (error: ShownError): string => (typeof error === 'string' ? error : error.text)

/** One error with its message, or several as a counted list. Renders nothing without errors. */
export function ErrorBox({ errors, className }: { errors: readonly ShownError[]; className?: string }) {
  const [first, ...more] = errors
  if (first === undefined) return null
  return (
    <MessageBox variant="error" title={more.length === 0 ? 'Error' : 'Errors'} className={className}>
      {more.length === 0 ? (
        <ErrorLine error={first} />
      ) : (
        <>
          {errors.length} issues:
          <ul className="list-disc pl-5">
            {errors.map((error) => (
              <li key={textOf(error)}>
                <ErrorLine error={error} />
              </li>
            ))}
          </ul>
        </>
      )}
    </MessageBox>
  )
}

const ErrorLine = ({ error }: { error: ShownError }) =>
  typeof error === 'string' ? (
    error
  ) : (
    <button
      type="button"
      className="rounded text-left underline decoration-danger/40 underline-offset-2 hover:decoration-danger"
      onClick={error.onPress}
    >
      {error.text}
    </button>
  )

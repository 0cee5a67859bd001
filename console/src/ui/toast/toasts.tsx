import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../button.tsx'
import { isPlainClick, useNavigation } from '../navigation.tsx'
import { useStore } from '../store.ts'
import { useClearance } from './clearance.ts'
import { dismissToast, ERROR_TIMEOUT, type ShownToast, SUCCESS_TIMEOUT, toastStore } from './toast-store.ts'

/** The stack of toasts: outside the page, so that no dialog hides them, and above bars with buttons. Mount it once. */
export function Toasts() {
  const shown = useStore(toastStore)
  const [stack, setStack] = useState<HTMLElement | null>(null)
  const { lift, width } = useClearance(stack, shown.length)
  return createPortal(
    <div
      ref={setStack}
      data-testid="Toasts"
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed bottom-4 left-4 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2"
      style={{ translate: `0 ${-lift}px`, ...(width !== null && { width }) }}
    >
      {/* The live region exists before its messages, or screen readers don't announce them. */}
      <div aria-live="polite" className="contents">
        {shown.map((toast) => (
          <ToastCard key={toast.id} {...toast} />
        ))}
      </div>
    </div>,
    document.body,
  )
}

function ToastCard({ id, title, variant = 'success', content, link, timeout }: ShownToast) {
  const failed = variant === 'error'
  const after = timeout === undefined ? (failed ? ERROR_TIMEOUT : SUCCESS_TIMEOUT) : timeout
  useEffect(() => {
    if (after === null) return undefined
    // The toasts below would move a toast that is read or about to be clicked, so that all of them wait.
    const end = () => (isInUse() ? (timer = setTimeout(end, after)) : dismissToast(id))
    let timer: ReturnType<typeof setTimeout> | number = setTimeout(end, after)
    return () => clearTimeout(timer)
  }, [id, after])
  const Icon = failed ? CircleAlert : CircleCheck
  const heading = title ?? (failed ? 'Error' : undefined)
  return (
    <div
      data-variant={variant}
      className="appear pointer-events-auto flex gap-2.5 rounded-md border border-border bg-surface-raised py-2.5 pr-2 pl-3 text-sm shadow-raised"
    >
      <Icon className={`mt-0.5 size-4 shrink-0 ${failed ? 'text-danger' : 'text-positive'}`} aria-hidden />
      <div className="min-w-0 grow wrap-break-word">
        {heading ? <div className="font-semibold">{heading}</div> : <span className="sr-only">Success </span>}
        <div className={heading ? 'text-text-muted' : ''}>{content}</div>
        {link && <ToastLink {...link} onFollow={() => dismissToast(id)} />}
      </div>
      <IconButton
        label="Dismiss notification"
        onPress={() => dismissToast(id)}
        tooltip={false}
        // Keeps the focus where it is, such as in a form, so that it isn't lost with the toast.
        onMouseDown={(event) => event.preventDefault()}
        className="-my-1"
      >
        <X className="size-4" aria-hidden />
      </IconButton>
    </div>
  )
}

function isInUse(): boolean {
  const stack = document.querySelector('[data-testid=Toasts]')
  return stack?.matches(':hover') || stack?.contains(document.activeElement) || false
}

function ToastLink({ text, href, onFollow }: { text: string; href: string; onFollow: () => void }) {
  const { navigate } = useNavigation()
  return (
    <a
      href={href}
      className="mt-1 block truncate font-medium text-accent hover:underline"
      onClick={(event) => {
        if (!href || !isPlainClick(event)) return
        event.preventDefault()
        navigate(href)
        onFollow()
      }}
    >
      {text}
    </a>
  )
}

/** A name inside a sentence. */
export const Highlight = ({ children }: { children: ReactNode }) => (
  <span className="font-semibold wrap-anywhere">{children}</span>
)

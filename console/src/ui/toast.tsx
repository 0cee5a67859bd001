import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { IconButton } from './button.tsx'

export type Toast = {
  title?: string
  content: ReactNode
  variant?: 'success' | 'error'
  /** Where to go from here. */
  link?: { text: string; href: string }
  /** Milliseconds until it goes by itself; null keeps it. */
  timeout?: number | null
}
type Shown = Toast & { id: number }

const SUCCESS_TIMEOUT = 5_000
const ERROR_TIMEOUT = 15_000

let toasts: Shown[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: Shown[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message at the bottom left; it outlives navigation. */
export function addToast(toast: Toast): void {
  set([...toasts, { ...toast, id: nextId++ }])
}

const dismiss = (id: number): void => set(toasts.filter((toast) => toast.id !== id))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where toasts appear. Mount it once. */
export function ToastRegion() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return (
    <div data-testid="Toasts" aria-live="polite" className="fixed bottom-4 left-4 z-50 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function ToastCard({ toast }: { toast: Shown }) {
  const { id, variant = 'success', content, link } = toast
  const timeout = toast.timeout === undefined ? (variant === 'error' ? ERROR_TIMEOUT : SUCCESS_TIMEOUT) : toast.timeout
  useEffect(() => {
    if (timeout === null) return
    const timer = setTimeout(() => dismiss(id), timeout)
    return () => clearTimeout(timer)
  }, [id, timeout])
  const title = toast.title ?? (variant === 'error' ? 'Error' : null)
  const Icon = variant === 'error' ? CircleAlert : CircleCheck
  return (
    <div className="appear flex gap-2 rounded-md border border-border bg-surface-raised p-3 text-sm shadow-raised">
      <Icon className={`mt-0.5 size-4 shrink-0 ${variant === 'error' ? 'text-danger' : 'text-positive'}`} aria-hidden />
      <div className="min-w-0 grow wrap-break-word">
        {title ? <div className="font-semibold">{title}</div> : <span className="sr-only">Success </span>}
        <div>{content}</div>
        {link && (
          <a href={link.href} className="mt-1 block truncate font-medium text-accent hover:underline">
            {link.text}
          </a>
        )}
      </div>
      <IconButton label="Dismiss notification" onPress={() => dismiss(id)} tooltip={false} className="-mt-1 -mr-1">
        <X className="size-4" aria-hidden />
      </IconButton>
    </div>
  )
}

/** A name inside a sentence. */
export const Highlight = ({ children }: { children: ReactNode }) => <span className="font-medium break-all text-accent">{children}</span>

import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon?: ReactNode
  title: string
  /** Purpose of the resource. */
  body?: ReactNode
  /** The first step: a button or a link. */
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, body, action }: EmptyStateProps) {
  return (
    <div className="flex justify-center rounded-md border border-dashed border-border px-4 py-14">
      <div className="flex max-w-72 flex-col items-center text-center">
        {icon && (
          <div className="mb-3 flex size-9 items-center justify-center rounded-md bg-surface-hover text-text-muted [&>svg]:size-5">
            {icon}
          </div>
        )}
        <h3 className="font-semibold">{title}</h3>
        {body && <p className="mt-1 text-sm text-balance text-text-muted">{body}</p>}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}

type ErrorStateProps = {
  title?: string
  /** The problem and what to do about it. */
  message: ReactNode
  /** For admins who read the logs. */
  requestId?: string
  action?: ReactNode
}

/** Shown in place of content that failed to load. */
export function ErrorState({ title = 'Something went wrong', message, requestId, action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex justify-center rounded-md border border-danger/40 px-4 py-12">
      <div className="flex max-w-md flex-col items-center text-center">
        <h3 className="font-semibold text-danger">{title}</h3>
        <p className="mt-1 text-sm text-balance wrap-anywhere">{message}</p>
        {requestId && (
          <p className="mt-2 text-xs text-text-muted">
            Request <code className="font-mono">{requestId}</code>
          </p>
        )}
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}

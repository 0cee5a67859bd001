import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { lazyPart } from '../lazy-part.ts'
import type { DrawingName } from './drawings.tsx'

const load = () => import('./drawings.tsx')
let DrawingOf: ComponentType<{ name: DrawingName }> = lazyPart(load)

/** Prefetches the code of the drawings, so that an empty page shows its own at once. */
export async function preloadDrawings(): Promise<void> {
  // A lazy component waits for its code also where that has arrived, and the drawing would be missing in the first frame.
  DrawingOf = (await load()).default
}

/** A drawing, and the space for it while its code loads. */
export function Drawing({ name }: { name: DrawingName }) {
  // The same at each render, or the drawing would be drawn again.
  const [Shown] = useState(() => DrawingOf)
  return (
    <div className="h-26 w-40">
      <Suspense fallback={null}>
        <Shown name={name} />
      </Suspense>
    </div>
  )
}

type EmptyStateProps = {
  icon?: ReactNode
  /** In place of the icon, where a whole page is empty. */
  drawing?: DrawingName
  title: string
  /** One sentence: what the resource is for. */
  purpose?: ReactNode
  /** What to do to see something here. */
  body?: ReactNode
  /** The first step: a button or a link. */
  action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, drawing, title, purpose, body, action }: EmptyStateProps) {
  return (
    <div
      className={`flex justify-center rounded-md px-4 ${drawing ? 'py-16' : 'border border-dashed border-border py-10'}`}
    >
      <div className="flex max-w-72 flex-col items-center text-center">
        {drawing ? (
          <div className="mb-4">
            <Drawing name={drawing} />
          </div>
        ) : (
          icon && <div className="mb-2 text-text-muted [&>svg]:size-6 [&>svg]:stroke-[1.5]">{icon}</div>
        )}
        <h2 className={drawing ? 'text-lg font-semibold' : 'font-semibold'}>{title}</h2>
        {purpose && <p className="mt-1 text-sm text-balance">{purpose}</p>}
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

/** The ID by which admins find a request in the logs. */
export const RequestId = ({ id }: { id: string | undefined }) =>
  id && (
    <p className="mt-2 text-xs text-text-muted">
      Request <code className="font-mono">{id}</code>
    </p>
  )

/** Shown in place of content that failed to load. */
export function ErrorState({ title = 'Something went wrong', message, requestId, action }: ErrorStateProps) {
  return (
    <div role="alert" className="flex justify-center rounded-md border border-danger/40 px-4 py-12">
      <div className="flex max-w-md flex-col items-center text-center">
        <h2 className="font-semibold text-danger">{title}</h2>
        <p className="mt-1 text-sm text-balance wrap-anywhere">{message}</p>
        <RequestId id={requestId} />
        {action && <div className="mt-4">{action}</div>}
      </div>
    </div>
  )
}

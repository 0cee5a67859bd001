import type { ReactNode } from 'react'

/** The grid of a chart that waits for its data or its code. */
export const ChartSkeleton = ({ height }: { height: number }) => (
  <div
    role="img"
    aria-label="Chart loading"
    className="flex animate-pulse flex-col justify-between pt-2 pb-8 motion-reduce:animate-none"
    style={{ height }}
  >
    {Array.from({ length: 6 }, (_, line) => (
      <div key={line} className="border-t border-border" />
    ))}
  </div>
)

type ChartMessageProps = {
  height: number
  title: string
  body: string
  isError?: boolean
  /** Below the words, for a failure: the reason, the request and a retry. */
  children?: ReactNode
}

/** Says in place of a chart why there is none. */
export const ChartMessage = ({ height, title, body, isError, children }: ChartMessageProps) => (
  <div
    role={isError ? 'alert' : 'status'}
    className="flex flex-col items-center justify-center rounded border border-dashed border-border px-4 text-center"
    style={{ minHeight: height }}
  >
    <p className={`font-semibold ${isError ? 'text-danger' : ''}`}>{title}</p>
    <p className="mt-1 max-w-72 text-sm text-balance text-text-muted">{body}</p>
    {children}
  </div>
)

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const VARIANTS = {
  info: { icon: Info, style: 'border-info/30 bg-info-soft text-info' },
  notice: { icon: TriangleAlert, style: 'border-notice/30 bg-notice-soft text-notice' },
  error: { icon: CircleAlert, style: 'border-danger/30 bg-danger-soft text-danger' },
  success: { icon: CircleCheck, style: 'border-positive/30 bg-positive-soft text-positive' },
}

/** A paragraph that stands out. An error is read out when it appears. */
export function MessageBox({ variant = 'info', title, children, className }: { variant?: keyof typeof VARIANTS; title?: string; children: ReactNode; className?: string }) {
  const { icon: Icon, style } = VARIANTS[variant]
  return (
    <div role={variant === 'error' ? 'alert' : undefined} className={classNames('flex gap-2 rounded border p-3 text-sm', style, className)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 wrap-break-word">
        {title && <div className="font-semibold">{title}</div>}
        <div>{children}</div>
      </div>
    </div>
  )
}

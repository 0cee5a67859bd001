import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const VARIANTS = {
  info: { icon: Info, box: 'border-info/35 bg-info-soft', mark: 'text-info' },
  notice: { icon: TriangleAlert, box: 'border-notice/35 bg-notice-soft', mark: 'text-notice' },
  error: { icon: CircleAlert, box: 'border-danger/35 bg-danger-soft', mark: 'text-danger' },
  success: { icon: CircleCheck, box: 'border-positive/35 bg-positive-soft', mark: 'text-positive' },
}

type MessageBoxProps = {
  variant?: keyof typeof VARIANTS
  title?: string
  children?: ReactNode
  className?: string
}

/** A highlighted paragraph. Screen readers announce an error when it appears. */
export function MessageBox({ variant = 'info', title, children, className }: MessageBoxProps) {
  const { icon: Icon, box, mark } = VARIANTS[variant]
  return (
    <div
      role={variant === 'error' ? 'alert' : undefined}
      data-variant={variant}
      className={classNames('flex gap-2.5 rounded border px-3 py-2.5 text-sm', box, className)}
    >
      <Icon className={classNames('mt-0.5 size-4 shrink-0', mark)} aria-hidden />
      <div className="min-w-0 grow wrap-break-word">
        {title && <div className={classNames('font-semibold', mark)}>{title}</div>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}

import type { LucideIcon } from 'lucide-react'
import { memo, Suspense } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { PlainLink } from '../../ui/navigation.tsx'
import type { Total } from '../kit/lists/use-page.ts'
import type { Destination } from '../navigation.ts'
import { useIsIdle } from '../use-is-idle.ts'
import { SidebarCount } from '../sidebar-count.tsx'

/** The current page is marked by ground and weight: the accent is for what can be acted on. */
export const linkStyle = (marked: boolean): string =>
  classNames(
    'relative flex h-8 items-center gap-2.5 rounded px-2 text-sm',
    marked
      ? 'bg-surface-hover font-medium text-text before:absolute before:inset-y-2 before:-left-3 before:w-[3px] before:rounded-r before:bg-accent'
      : 'text-text-muted hover:bg-surface-hover hover:text-text',
  )

/** Whether a page is one of a link, or beside it: the create panel of a list is a sibling of the list, not a child. */
export function placeOf(path: string, here: string): 'here' | 'beside' | undefined {
  if (here === path || here.startsWith(`${path}/`)) return 'here'
  return here.startsWith(`${path}-new`) ? 'beside' : undefined
}

type SidebarLinkProps = {
  href: string
  label: string
  icon: LucideIcon
  total?: Total | undefined
  badge?: Destination['badge']
  place: ReturnType<typeof placeOf>
  onClose: () => void
}

/** A navigation renders two links, not all. */
export const SidebarLink = memo(
  ({ href, label, icon: Icon, total, badge: Badge, place, onClose }: SidebarLinkProps) => {
    // A badge loads its own code and data, after those of the page.
    const isIdle = useIsIdle()
    return (
      <li className="relative">
        <PlainLink
          href={href}
          onClick={onClose}
          aria-current={place === 'here' ? 'page' : undefined}
          className={linkStyle(place !== undefined)}
        >
          <Icon className="size-4 shrink-0" strokeWidth={place ? 2.25 : 1.75} aria-hidden />
          <span className="min-w-0 truncate">{label}</span>
        </PlainLink>
        {total && <SidebarCount total={total} />}
        {Badge && isIdle && (
          <Suspense fallback={null}>
            <Badge />
          </Suspense>
        )}
      </li>
    )
  },
)

import { useLocation } from '@tanstack/react-router'
import BookOpen from 'lucide-react/icons/book-open'
import ExternalLink from 'lucide-react/icons/external-link'
import Folder from 'lucide-react/icons/folder'
import SearchIcon from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Area } from '../crumbs.ts'
import { DOCS } from '../docs.ts'
import { useDestinations } from '../navigation.ts'
import { fillPath } from '../paths.ts'
import { openQuickActions } from '../quick-actions/store.ts'
import { useCurrentUser } from '../session.ts'
import { linkStyle, placeOf, SidebarLink } from './sidebar-link.tsx'
import { countOf, useProjectCounts } from '../use-project-counts.ts'

type SidebarProps = { area: Area; project: string | undefined; open: boolean; onClose: () => void }

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The links to the pages of an area. On a narrow screen it opens over the page. */
export function Sidebar({ area, project, open, onClose }: SidebarProps) {
  const { siloName } = useCurrentUser()
  const destinations = useDestinations(area)
  const counts = useProjectCounts(area === 'project' ? project : undefined)
  const drawer = useDrawer(open, onClose)
  const here = useLocation({ select: ({ pathname }) => pathname })
  const heading = { silo: siloName, project: project ?? '', settings: 'User', system: 'System' }[area]
  return (
    <>
      {open && (
        <button
          type="button"
          aria-label="Close navigation"
          className="fixed inset-0 z-20 bg-scrim md:hidden"
          onClick={onClose}
        />
      )}
      <div
        ref={drawer}
        className={classNames(
          'fixed top-[calc(3rem+var(--banner-height,0px))] bottom-0 left-0 z-20 w-56 flex-col gap-3 overflow-y-auto border-r border-border bg-surface-sunken p-3 pt-1 max-md:pt-3 md:flex',
          open ? 'flex' : 'hidden',
        )}
      >
        <button
          type="button"
          onClick={() => {
            onClose()
            openQuickActions()
          }}
          className="flex h-8 shrink-0 items-center gap-2 rounded border border-border bg-surface-raised px-2 text-sm text-text-muted hover:border-border-control hover:text-text"
        >
          <SearchIcon className="size-3.5" aria-hidden />
          <span className="grow text-left">Jump to </span>
          <kbd className="font-mono text-xs">{IS_APPLE ? 'cmd+K' : 'ctrl+K'}</kbd>
        </button>
        <nav aria-label="Sidebar navigation" className="flex grow flex-col gap-3">
          {(area === 'project' || area === 'settings') && (
            <ul>
              <SidebarLink
                href="/projects"
                label="Projects"
                icon={Folder}
                place={here === '/projects' ? 'here' : undefined}
                onClose={onClose}
              />
            </ul>
          )}
          <div>
            <div className="mt-1 mb-1 truncate px-2 text-xs font-medium text-text-muted" title={heading}>
              {heading}
            </div>
            <ul className="flex flex-col gap-px">
              {destinations.map(({ path, label, icon, counts: kind, badge }) => {
                const href = fillPath(path, { project })
                const total = countOf(counts, kind)
                const place = placeOf(href, here)
                return <SidebarLink key={path} {...{ href, label, icon, total, badge, place, onClose }} />
              })}
            </ul>
          </div>
          <ul className="mt-auto">
            <li>
              <a href={DOCS.index} target="_blank" rel="noreferrer" className={linkStyle(false)}>
                <BookOpen className="size-4 shrink-0" aria-hidden />
                <span className="grow">Docs</span>
                <ExternalLink className="size-3.5 shrink-0" aria-hidden />
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </>
  )
}

/** On a narrow screen: the focus moves into the sidebar when it opens, and back when it closes. Escape closes it. */
function useDrawer(open: boolean, onClose: () => void) {
  const drawer = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement
    const element = drawer.current
    element?.querySelector<HTMLElement>('button, a')?.focus()
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close.current()
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
      if (opener instanceof HTMLElement && element?.contains(document.activeElement)) opener.focus()
    }
  }, [open])
  return drawer
}

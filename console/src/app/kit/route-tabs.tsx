import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type RouteTabsProps = {
  /** Accessible name of the list of tabs. */
  label: string
  base: string
  tabs: { label: string; path: string }[]
  children: ReactNode
}

/** Tabs that are pages of their own. The arrow keys go to the neighbour at once, and round at the ends. */
export function RouteTabs({ label, base, tabs, children }: RouteTabsProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const isSelected = (path: string) => pathname === `${base}/${path}` || pathname.startsWith(`${base}/${path}/`)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    // With a modifier they belong to the browser.
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const links = [...list.current!.querySelectorAll<HTMLElement>('[role=tab]')]
    const at = links.indexOf(document.activeElement as HTMLElement)
    const next = (at + step + links.length) % links.length
    links[next]!.focus()
    void navigate({ to: `${base}/${tabs[next]!.path}` })
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className="mt-6 flex gap-1 border-b border-border">
        {tabs.map((tab) => {
          const selected = isSelected(tab.path)
          return (
            <Link
              key={tab.path}
              to={`${base}/${tab.path}`}
              role="tab"
              aria-selected={selected}
              aria-controls={selected ? panelId : undefined}
              tabIndex={selected ? 0 : -1}
              className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-text-muted hover:text-text aria-selected:border-accent aria-selected:font-medium aria-selected:text-text"
            >
              {tab.label}
            </Link>
          )
        })}
      </div>
      <div id={panelId} role="tabpanel" tabIndex={0} aria-label={tabs.find((tab) => isSelected(tab.path))?.label} className="flex flex-col gap-6 pt-6">
        {children}
      </div>
    </>
  )
}

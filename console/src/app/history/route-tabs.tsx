import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { PageResource } from './page-history.ts'
import { usePageHistory } from './use-page-history.ts'
import { linkTo } from '../paths.ts'
import { moveBetweenTabs, tabListStyle, tabStyle, useSelectedInView } from '../../ui/tabs.ts'

type RouteTabsProps = {
  /** Accessible name of the list of tabs. */
  label: string
  /** Each with the path of its page; `also`: another page that lies over the tab. */
  tabs: { label: string; path: string; also?: string }[]
  /** The resource that the page is about, if it is one, with the path of its history. */
  resource?: { id: string; history: string }
  children: ReactNode
}

/**
 * Tabs that are pages of their own. Arrow keys open the neighbouring tab at once, around the ends. The page of a
 * resource has its history in the last tab.
 */
export function RouteTabs({ label, tabs: ownTabs, resource, children }: RouteTabsProps) {
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const panelId = useId()
  const hasHistory = usePageHistory(resource?.id, () => void navigate(linkTo(resource!.history)))
  const tabs = hasHistory ? [...ownTabs, { label: 'History', path: resource!.history }] : ownTabs
  // The create panel of a tab's list is a sibling route of the list, not a child.
  const isSelected = ({ path, also }: { path: string; also?: string }) =>
    [path, `${path}-new`, also].includes(pathname) ||
    [`${path}/`, `${path}-new/`].some((start) => pathname.startsWith(start))
  const list = useSelectedInView(tabs.find(isSelected)?.path)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const reached = moveBetweenTabs(event)?.getAttribute('href')
    if (reached) void navigate({ href: reached })
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className={`mt-6 ${tabListStyle}`}>
        {tabs.map((tab) => {
          const selected = isSelected(tab)
          return (
            <Link
              key={tab.path}
              {...linkTo(tab.path)}
              role="tab"
              aria-selected={selected}
              aria-controls={selected ? panelId : undefined}
              tabIndex={selected ? 0 : -1}
              className={tabStyle(selected)}
            >
              {tab.label}
            </Link>
          )
        })}
      </div>
      <div
        id={panelId}
        role="tabpanel"
        tabIndex={0}
        aria-label={tabs.find(isSelected)?.label}
        className="flex flex-col gap-6 pt-6"
      >
        <PageResource value={resource?.id}>{children}</PageResource>
      </div>
    </>
  )
}

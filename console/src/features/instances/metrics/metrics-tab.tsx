import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId } from 'react'
import { ChartGroup } from '../../../ui/chart/group.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { searchOfZoom, zoomOfSearch } from '../../../ui/time-range/linked-zoom.ts'
import { moveBetweenTabs } from '../../../ui/tabs.ts'
import { useInstancePath } from '../use-instance.ts'
import { MetricsPeriod, useMetricsSearch } from './use-metrics.tsx'

const TABS = [
  { label: 'CPU', to: '/projects/$project/instances/$instance/metrics/cpu' },
  { label: 'Disk', to: '/projects/$project/instances/$instance/metrics/disk' },
  { label: 'Network', to: '/projects/$project/instances/$instance/metrics/network' },
] as const

/** The charts of an instance, in tabs of their own that share a period. */
export function MetricsTab() {
  const params = useInstancePath()
  const pathname = useLocation({ select: (location) => location.pathname })
  const navigate = useNavigate()
  const panelId = useId()
  const [search, change] = useMetricsSearch()
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const reached = moveBetweenTabs(event)?.getAttribute('href')
    if (reached) void navigate({ href: reached })
  }
  const selectedTab = TABS.find((tab) => pathname.endsWith(tab.to.slice(tab.to.lastIndexOf('/'))))
  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[8rem_minmax(0,1fr)]">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div
        role="tablist"
        aria-label="Metrics"
        aria-orientation="vertical"
        onKeyDown={move}
        className="flex gap-1 self-start lg:flex-col"
      >
        {TABS.map((tab) => {
          const selected = tab === selectedTab
          return (
            <Link
              key={tab.label}
              to={tab.to}
              params={params}
              search={true}
              role="tab"
              aria-selected={selected}
              aria-controls={selected ? panelId : undefined}
              tabIndex={selected ? 0 : -1}
              className={classNames(
                'rounded px-2.5 py-1.5 font-medium',
                selected
                  ? 'bg-surface-selected text-text'
                  : 'text-text-muted hover:bg-surface-hover hover:text-text',
              )}
            >
              {tab.label}
            </Link>
          )
        })}
      </div>
      <div id={panelId} role="tabpanel" aria-label={selectedTab?.label} className="min-w-0">
        <MetricsPeriod>
          <ChartGroup zoom={zoomOfSearch(search)} onZoom={(zoom) => change(searchOfZoom(zoom))}>
            <Outlet />
          </ChartGroup>
        </MetricsPeriod>
      </div>
    </div>
  )
}

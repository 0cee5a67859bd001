import { nowDate } from '../../time/clock.ts'
import { ignorable } from '@granary/contract/call.ts'
import { alertList } from '@granary/contract/generated/client.ts'
import { getRouteApi, Outlet, useLocation } from '@tanstack/react-router'
import BellRing from 'lucide-react/icons/bell-ring'
import { useMemo, useState } from 'react'
import { useExtensions } from '../../api/extensions.ts'
import { ListSection } from '../../app/kit/lists/list-section.tsx'
import { timesOf } from '../../app/kit/lists/log-ranges.ts'
import { useListFilter } from '../../app/kit/lists/use-filtered-page.ts'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { changeList, usePage } from '../../app/kit/lists/use-page.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsWith } from './alert-columns.tsx'
import { AlertFilters } from './alert-filters.tsx'
import { alertSearch, type AlertSearch } from './alert-search.ts'

const route = getRouteApi('/authenticated/system/alerting/alerting-frame/alerts')
const NOTHING = { range: undefined, from: undefined, to: undefined, class: undefined, name: undefined }

type Filters = ReturnType<typeof alertSearch>

/** Lists alerts, the newest first; at first those that need attention. */
export function AlertsTab() {
  // Parsed here, to keep the filters out of the code that every page loads.
  const filters = alertSearch(route.useSearch())
  const { range, from, to } = filters
  return (
    <>
      <Alerts key={JSON.stringify([range, from, to])} filters={filters} />
      <Outlet />
    </>
  )
}

function Alerts({ filters }: { filters: Filters }) {
  const navigate = useNavigateHere()
  const canFilter = useExtensions() !== null
  const { name, filter } = useListFilter('alertList', 'class')
  const [times] = useState(() => (filters.range === 'all' ? {} : timesOf(filters, nowDate())))
  const { state } = filters
  const query = {
    ...times,
    sortBy: 'time_and_id_descending' as const,
    alertClass: filters.class,
    filter: ignorable(name),
    unresolved: ignorable(state === 'all' ? undefined : state === 'unresolved'),
  }
  const page = usePage(alertList, { query })
  const change = (next: AlertSearch | typeof NOTHING) => changeList(navigate, next, { replace: true })
  // The panel of an alert lies over this list, which must stay as it is.
  const search = useLocation({ select: ({ searchStr }) => searchStr })
  const columns = useMemo(() => columnsWith(search), [search])
  return (
    <ListSection
      title="Alerts"
      columns={columns}
      page={page}
      rowId={({ id }) => id}
      filters={<AlertFilters filters={filters} canFilter={canFilter} onChange={change} />}
      filter={filter}
      empty={
        filters.class || filters.range !== 'all' ? (
          <EmptyState
            icon={<BellRing />}
            title="No such alerts"
            body="Choose a longer time range or another class to see more."
            action={
              <Button variant="secondary" size="sm" onPress={() => change(NOTHING)}>
                Clear filters
              </Button>
            }
          />
        ) : state === 'unresolved' && canFilter ? (
          <EmptyState
            icon={<BellRing />}
            title="No unresolved alerts"
            body="Nothing needs attention now."
            action={
              <Button variant="secondary" size="sm" onPress={() => change({ state: 'all' })}>
                Show all alerts
              </Button>
            }
          />
        ) : (
          <EmptyState
            icon={<BellRing />}
            title="No alerts"
            body="Failed instances, hosts that don't answer, full pools and the like appear here. Receivers get them too."
          />
        )
      }
    />
  )
}

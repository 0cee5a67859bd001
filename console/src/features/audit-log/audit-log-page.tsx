import { nowDate } from '../../time/clock.ts'
import { ignorable, type ItemOf } from '@granary/contract/call.ts'
import { auditLogList } from '@granary/contract/generated/client.ts'
import { getRouteApi } from '@tanstack/react-router'
import ScrollText from 'lucide-react/icons/scroll-text'
import { Suspense, useMemo, useState } from 'react'
import { useNavigateHere } from '../../app/kit/lists/use-navigate-here.ts'
import { useExtensions } from '../../api/extensions.ts'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { timesOf } from '../../app/kit/lists/log-ranges.ts'
import { changeList, usePage } from '../../app/kit/lists/use-page.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { columnsWith } from './columns.tsx'
import { AuditFilters } from './filters.tsx'
import { ExportMenu } from './export-menu.tsx'
import { KeptFor } from './kept-for.tsx'
import { DEFAULT_RANGE } from './ranges.ts'
import { auditSearch, type AuditSearch, type IgnoredFilter, ignoredIn } from './search.ts'
import { useLive } from './use-live.ts'

const EntryDetails = lazyPart(() => import('./entry-details.tsx'))
const route = getRouteApi('/authenticated/system/audit-log')
const NOTHING = {
  text: undefined,
  result: undefined,
  actor: undefined,
  resource: undefined,
  operation: undefined,
}

/** Shows who requested which change, and with which outcome, newest first. */
export function AuditLogPage() {
  // Parsed here, to keep the filters out of the code that every page loads.
  const given: Record<string, unknown> = route.useSearch()
  const search = auditSearch(given)
  const { range, from, to } = search
  return <Entries key={JSON.stringify([range, from, to])} search={search} ignored={ignoredIn(given)} />
}

function Entries({ search, ignored }: { search: AuditSearch; ignored: readonly IgnoredFilter[] }) {
  const navigate = useNavigateHere()
  const { range = DEFAULT_RANGE, text, result, actor, resource, operation } = search
  const [times] = useState(() => timesOf({ ...search, range }, nowDate()))
  const filters = { text, result, actor, resource, operation }
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const query = {
    ...times,
    sortBy: 'time_and_id_descending' as const,
    text: ignorable(text),
    result: ignorable(result),
    actor: ignorable(actor),
    resource: ignorable(resource),
    operation: ignorable(operation),
  }
  const listed = usePage(auditLogList, { query })
  // With a filter, the server says whether it has read the whole range.
  const page = { ...listed, hasNext: isFiltered ? listed.hasToken : listed.hasNext, readUpTo: undefined }
  const live = useLive(page, range !== 'custom')
  const [shown, setShown] = useState<ItemOf<'auditLogList'> | null>(null)
  const columns = useMemo(() => columnsWith(setShown), [])
  // A typed text takes effect a moment later: it must not close details that were opened by then.
  const change = (next: AuditSearch) => changeList(navigate, next, { replace: true })
  const filterFromDetails = (next: AuditSearch) => {
    setShown(null)
    change(next)
  }
  const canFilter = useExtensions() !== null
  return (
    <>
      <ListPage
        title="Audit log"
        icon={<ScrollText />}
        actions={<ExportMenu query={query} />}
        columns={columns}
        page={page}
        rowId={(entry) => entry.id}
        filter={
          canFilter
            ? {
                value: text ?? '',
                by: 'text',
                onChange: (value) => change({ text: value || undefined }),
                isActive: isFiltered,
                onClear: () => change(NOTHING),
              }
            : undefined
        }
        filters={
          <AuditFilters
            search={search}
            ignored={ignored}
            canFilter={canFilter}
            live={live}
            onChange={change}
          />
        }
        empty={
          <EmptyState
            icon={<ScrollText />}
            title="No entries"
            body="Requests that change something and sign-ins appear here. Choose a longer range to see older ones."
          />
        }
      />
      <KeptFor />
      {shown && (
        <Suspense fallback={null}>
          <EntryDetails
            entry={shown}
            onFilter={canFilter ? filterFromDetails : undefined}
            onClose={() => setShown(null)}
          />
        </Suspense>
      )}
    </>
  )
}

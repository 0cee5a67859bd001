import type { ItemOf } from '@granary/contract/call.ts'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import ListChecks from 'lucide-react/icons/list-checks'
import { useExtensions } from '../../api/extensions.ts'
import { JobDialog } from '../../app/bulk/job-dialog.tsx'
import { ListPage } from '../../app/kit/lists/list-page.tsx'
import { useWhole } from '../../app/kit/lists/use-whole.ts'
import { StateBadge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/format/date-time.tsx'
import { useSeenTime } from '../../ui/format/time-ago.tsx'
import { isLate } from '../../ui/late.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import { bulkJobs } from './jobs.ts'
import { JOB_WORDS } from './words.ts'

const route = getRouteApi('/authenticated/settings/bulk-jobs')

type Job = ItemOf<'bulkJobList'>

const column = columnsOf<Job>()
const columns = [
  column.accessor('operation', {
    header: 'job',
    cell: ({ row: { original: job } }) => (
      <Link to="/settings/bulk-jobs" search={{ job: job.id }} className="link-cell">
        {JOB_WORDS[job.operation]}
      </Link>
    ),
  }),
  column.accessor('total', { header: 'resources' }),
  column.accessor('failed', {
    header: 'result',
    cell: ({ row: { original: job } }) => <Result job={job} />,
  }),
  column.accessor('timeCreated', {
    header: 'created',
    cell: ({ getValue }) => <DateTime date={getValue()} />,
  }),
]

const rowsOf = ({ items }: { items: Job[] }): Job[] => items

/** Lists the bulk jobs of the last days. */
export function BulkJobList() {
  const { job: opened } = route.useSearch()
  const navigate = useNavigate()
  const extensions = useExtensions()
  const page = useWhole(bulkJobs, rowsOf)
  const job = page.rows?.find(({ id }) => id === opened)
  return (
    <>
      <ListPage
        title="Bulk Jobs"
        icon={<ListChecks />}
        columns={columns}
        page={page}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            drawing="jobs"
            title="No bulk jobs"
            body="When you run an action on several rows of a list, the result for each row is kept here for a week."
          />
        }
      />
      {opened && extensions && (
        <JobDialog
          extensions={extensions}
          key={opened}
          id={opened}
          title={job ? JOB_WORDS[job.operation] : 'Bulk job'}
          onClose={() => void navigate({ to: '/settings/bulk-jobs', search: {} })}
        />
      )}
    </>
  )
}

function Result({ job: { waiting, failed, timeCreated } }: { job: Job }) {
  const late = isLate(useSeenTime(), timeCreated)
  if (waiting > 0)
    return (
      <StateBadge color={late ? 'notice' : 'info'} transitional>
        {waiting} waiting
      </StateBadge>
    )
  return failed > 0 ? (
    <StateBadge color="danger">{failed} failed</StateBadge>
  ) : (
    <StateBadge color="positive">done</StateBadge>
  )
}

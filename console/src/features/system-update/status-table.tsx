import { fullNumber } from '@granary/domain/numbers.ts'
import { DateTime } from '../../ui/format/date-time.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { PropertiesTable, Property } from '../../ui/page/properties-table.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { progressOf } from './progress.ts'
import type { Status } from './queries.ts'

/** The properties of the update; placeholders until the status has loaded. */
export const StatusTable = ({ status }: { status: Status | undefined }) => (
  <PropertiesTable>
    <Property label="Target release">
      {status ? (status.targetRelease?.version ?? <Missing />) : <Skeleton />}
    </Property>
    <Property label="Target set">
      {status ? <DateTime date={status.targetRelease?.timeRequested} /> : <Skeleton />}
    </Property>
    <Property label="Progress" tip="Share of the components that run the target release">
      {status ? <ProgressText status={status} /> : <Skeleton />}
    </Property>
    <Property label="Last step planned" tip="When the system last decided what to update next">
      {/* Before the first target, the time is that of the installation. */}
      {status ? (
        <DateTime date={status.targetRelease ? status.timeLastStepPlanned : undefined} />
      ) : (
        <Skeleton />
      )}
    </Property>
    <Property label="Suspended" tip="While it is suspended, the system updates no further component">
      {status ? status.suspended ? 'Yes' : 'No' : <Skeleton />}
    </Property>
  </PropertiesTable>
)

function ProgressText({ status }: { status: Status }) {
  const progress = progressOf(status)
  if (!progress) return <Missing />
  return (
    <span className="tabular-nums">
      {progress.percent}%{' '}
      <span className="text-text-muted">
        ({fullNumber(progress.current)} of {fullNumber(progress.total)})
      </span>
    </span>
  )
}

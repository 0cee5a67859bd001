import type { InstanceState } from '@granary/domain/instance-states.ts'
import { fullNumber } from '@granary/domain/numbers.ts'
import { Link } from '@tanstack/react-router'
import { Unread } from '../../app/kit/pages/unread.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { ByteSize } from '../../ui/format/byte-size.tsx'
import { Missing } from '../../ui/format/missing.tsx'
import { TimeAgo } from '../../ui/format/time-ago.tsx'
import { PartMeter } from '../../ui/page/part-meter.tsx'
import { ShareBar } from '../../ui/page/share-bar.tsx'
import { INSTANCE_COLORS } from '../../ui/state-badge.tsx'
import { countText } from '../../ui/table/pagination.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { type Summary, useSummary } from './use-summaries.tsx'

/** What a column shows of a project. */
export type Part = 'instances' | 'cpus' | 'memory' | 'changed'

type ProjectFaceProps = { project: { id: string; name: string }; part: Part }

/** One part of the summary of a project, in its place while it loads. */
export default function ProjectFace({ project, part }: ProjectFaceProps) {
  const { summary, error, quota } = useSummary(project.id)
  if (!summary) return <Unread error={error} />
  const { usage, cpusOfDay, timeChanged } = summary
  switch (part) {
    case 'instances':
      return <Instances name={project.name} states={summary.instanceStates} />
    case 'cpus':
      return (
        <span className="flex items-center justify-end gap-2">
          <DayLine values={cpusOfDay} />
          <PartMeter part={usage.cpus} whole={quota?.cpus}>
            {fullNumber(usage.cpus)}
          </PartMeter>
        </span>
      )
    case 'memory':
      return (
        <PartMeter part={usage.memory} whole={quota?.memory}>
          <ByteSize bytes={usage.memory} />
        </PartMeter>
      )
    case 'changed':
      return timeChanged ? <TimeAgo date={timeChanged} label="Last change" /> : <Missing />
  }
}

const DayLine = ({ values }: { values: readonly number[] }) => {
  const most = Math.max(...values)
  if (most === 0) return null
  const label = `vCPUs of the last day: at most ${fullNumber(most)}`
  return (
    <Tooltip content={label} namesChild>
      <span>
        <Sparkline label={label} values={values} top={most} className="h-4 w-12" />
      </span>
    </Tooltip>
  )
}

/** Trouble first, as in the bar of the overview. */
const ORDER: readonly InstanceState[] = [
  'failed',
  'repairing',
  'creating',
  'starting',
  'rebooting',
  'migrating',
  'stopping',
  'running',
  'stopped',
  'destroyed',
]

type InstancesProps = { name: string; states: Summary['instanceStates'] }

/** The instances of a project: a bar by state, how many there are, and how many failed. */
function Instances({ name, states }: InstancesProps) {
  const to = { to: '/projects/$project/instances', params: { project: name } } as const
  const parts = ORDER.flatMap((state) => states.find((one) => one.state === state) ?? [])
  if (parts.length === 0) return <span className="text-text-muted">None</span>
  const failed = parts.find(({ state }) => state === 'failed')
  const all = {
    count: parts.reduce((sum, { total }) => sum + total.count, 0),
    isCapped: parts.some(({ total }) => total.isCapped),
  }
  const words = parts.map(({ state, total }) => `${countText(total)} ${state}`).join(', ')
  return (
    <div className="flex items-center gap-2">
      <Tooltip content={words}>
        <div className="w-20 shrink-0">
          <ShareBar
            parts={parts.map(({ state, total }) => ({
              key: state,
              amount: total.count,
              color: INSTANCE_COLORS[state],
            }))}
          />
        </div>
      </Tooltip>
      <span className="tabular-nums">{countText(all)}</span>
      {failed && (
        <Link
          {...to}
          search={{ state: ['failed'] }}
          className="rounded whitespace-nowrap text-danger hover:underline"
        >
          {countText(failed.total)} failed
        </Link>
      )}
    </div>
  )
}

import { useState } from 'react'
import { ChartCard } from '../chart/chart-card.tsx'
import { ChartGroup } from '../chart/group.tsx'
import type { ChartData, Period } from '../chart/lines.ts'
import { Sparkline } from '../chart/sparkline.tsx'
import { RefreshInterval } from '../time-range/refresh-interval.tsx'
import type { Range } from '../time-range/ranges.ts'
import { TimeRange } from '../time-range/time-range.tsx'
import { useLivePeriod } from '../time-range/use-live-period.ts'
import { Row, Section } from './section.tsx'

const MINUTE = 60_000
const END = Math.floor(Date.now() / MINUTE) * MINUTE
const HOUR: Period = [END - 60 * MINUTE, END]
const MONTH: Period = [END - 43_200 * MINUTE, END]

/** A wave with noise that repeats, so that pictures can be compared. */
const wave = (at: number, phase: number): number =>
  Math.abs(Math.sin(at / 9 + phase) * 0.6 + Math.sin(at * 12.9898 + phase) * 0.2 + 0.4)

const times = (period: Period): number[] =>
  Array.from({ length: (period[1] - period[0]) / MINUTE + 1 }, (_, at) => period[0] + at * MINUTE)

const hour = times(HOUR)
const values = (phase: number, factor: number) => hour.map((_, at) => wave(at, phase) * factor)
const one: ChartData = { times: hour, lines: [{ label: 'Running', values: values(0, 30) }] }
const gaps: ChartData = {
  times: hour,
  lines: [
    {
      label: 'Bytes read',
      values: values(1, 3 * 2 ** 20).map((value, at) =>
        (at > 20 && at < 30) || (at > 40 && at < 44 && at !== 42) ? null : value,
      ),
    },
  ],
}
const steps: ChartData = {
  times: hour,
  lines: [
    { label: 'Provisioned', look: 'step', values: hour.map((_, at) => (4 + Math.floor(at / 12)) * 2 ** 30) },
    { label: 'Quota', look: 'limit', values: hour.map(() => 12 * 2 ** 30) },
  ],
}
const month = times(MONTH)
const eight: ChartData = {
  times: month,
  lines: Array.from({ length: 8 }, (_, line) => ({
    label: `web-${line + 1}`,
    values: month.map((_, at) => (wave(at / 400, line) + line) * 1200),
  })),
}

function Times() {
  const [range, setRange] = useState<Range>('hour')
  const live = useLivePeriod(range)
  return (
    <Row label="A period">
      <RefreshInterval
        interval={live.interval}
        onChange={live.setInterval}
        isFetching={false}
        isDisabled={range !== 'hour'}
        onRefresh={live.slide}
      />
      <TimeRange
        presets={[{ value: 'hour', label: 'Last hour' }]}
        range={range}
        period={live.period}
        onChange={setRange}
      />
    </Row>
  )
}

/** Charts with all their faces, and sparklines. */
export function ChartsPage() {
  return (
    <Section title="Charts">
      <Times />
      <ChartGroup>
        <div className="grid gap-4 lg:grid-cols-2">
          <ChartCard
            title="CPU: running"
            description="Time in which instructions of the guest execute."
            unit="percent"
            period={HOUR}
            data={one}
            error={null}
          />
          <ChartCard title="Bytes read" unit="bytes" period={HOUR} data={gaps} error={null} />
          <ChartCard title="Memory" unit="GiB" period={HOUR} data={steps} error={null} />
          <ChartCard title="Packets sent" unit="count" period={HOUR} data={undefined} error={null} />
          <ChartCard
            title="Packets dropped"
            unit="count"
            period={HOUR}
            data={{ times: [], lines: [] }}
            error={null}
          />
          <ChartCard
            title="Disk flushes"
            unit="count"
            period={HOUR}
            data={undefined}
            error={new Error('no answer')}
          />
        </div>
      </ChartGroup>
      <ChartCard title="30 days of 8 instances" unit="count" period={MONTH} data={eight} error={null} />
      <Row label="Sparklines">
        <Sparkline label="Between 0 and 30 %" values={values(0, 30)} />
        <Sparkline label="With gaps" values={gaps.lines[0]!.values} />
        <Sparkline label="Idle" values={hour.map(() => 0)} />
      </Row>
    </Section>
  )
}

import type { Time } from '@internationalized/date'
import { DateInput, DateSegment } from 'react-aria-components/DateField'
import { Label } from 'react-aria-components/Label'
import { TimeField } from 'react-aria-components/TimeField'

type TimeInputProps = { label: string; value: Time; onChange: (time: Time) => void }

/** A time of day, of 24 hours. */
export const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
  <TimeField hourCycle={24} value={value} onChange={(time) => time && onChange(time)} className="min-w-0">
    <Label className="mb-1 block text-xs text-text-muted">{label}</Label>
    <DateInput className="input flex tabular-nums">
      {(segment) => (
        <DateSegment
          segment={segment}
          className="rounded-sm px-0.5 outline-none data-focused:bg-accent data-focused:text-text-on-accent"
        />
      )}
    </DateInput>
  </TimeField>
)

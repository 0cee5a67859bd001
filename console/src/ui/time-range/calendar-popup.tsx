import {
  type CalendarDate,
  fromDate,
  getLocalTimeZone,
  Time,
  toCalendarDate,
  toCalendarDateTime,
  today,
} from '@internationalized/date'
import { type RefObject, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import type { Period } from '../chart/lines.ts'
import { Days } from './days.tsx'
import { TimeInput } from './time-input.tsx'

type CalendarPopupProps = {
  triggerRef: RefObject<HTMLElement | null>
  period: Period
  onChange: (period: Period) => void
  onClose: () => void
}

type End = { day: CalendarDate; time: Time }

const zone = getLocalTimeZone()
const endOf = (time: number): End => {
  const local = fromDate(new Date(time), zone)
  return { day: toCalendarDate(local), time: new Time(local.hour, local.minute) }
}
const timeOf = ({ day, time }: End): number => toCalendarDateTime(day, time).toDate(zone).getTime()

/** The calendar of a date range. Mounted only while it is open. Each valid edit counts at once. */
export default function CalendarPopup({ triggerRef, period, onChange, onClose }: CalendarPopupProps) {
  const [ends, setEnds] = useState(() => ({ start: endOf(period[0]), end: endOf(period[1]) }))
  const isValid = timeOf(ends.start) < timeOf(ends.end)
  const change = (start: End, end: End) => {
    setEnds({ start, end })
    const next = [timeOf(start), timeOf(end)] as const
    if (next[0] < next[1]) onChange(next)
  }
  const { start, end } = ends
  return (
    <Popover
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      offset={4}
      className="popup z-50"
    >
      <Dialog aria-label="Calendar" className="p-3 outline-none">
        <Days
          value={{ start: start.day, end: end.day }}
          latest={today(zone)}
          onChange={(days) => change({ ...start, day: days.start }, { ...end, day: days.end })}
        />
        <div className="mt-3 grid grid-cols-2 gap-3 border-t border-border pt-3">
          <TimeInput
            label="Start time"
            value={start.time}
            onChange={(time) => change({ ...start, time: time }, end)}
          />
          <TimeInput
            label="End time"
            value={end.time}
            onChange={(time) => change(start, { ...end, time: time })}
          />
        </div>
        {!isValid && (
          <p role="alert" className="mt-2 text-sm text-danger">
            Date range is invalid
          </p>
        )}
      </Dialog>
    </Popover>
  )
}

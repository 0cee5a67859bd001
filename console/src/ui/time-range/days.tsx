import type { CalendarDate } from '@internationalized/date'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Button } from 'react-aria-components/Button'
import { Heading } from 'react-aria-components/Heading'
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  RangeCalendar,
} from 'react-aria-components/RangeCalendar'

type DayRange = { start: CalendarDate; end: CalendarDate }
type DaysProps = { value: DayRange; latest: CalendarDate; onChange: (days: DayRange) => void }

const turn =
  'flex size-7 items-center justify-center rounded text-text-muted hover:bg-surface-hover data-disabled:opacity-40'
const cell =
  'flex size-8 items-center justify-center rounded text-sm tabular-nums outline-offset-[-2px] hover:bg-surface-hover ' +
  'data-selected:rounded-none data-selected:bg-surface-selected data-selection-start:rounded-l data-selection-start:bg-accent ' +
  'data-selection-start:text-text-on-accent data-selection-end:rounded-r data-selection-end:bg-accent data-selection-end:text-text-on-accent ' +
  'data-outside-month:invisible data-disabled:cursor-not-allowed data-disabled:text-text-muted data-disabled:opacity-50 ' +
  'data-today:font-semibold data-today:underline'

/** A month of days, to choose the first and the last of a range. */
export const Days = ({ value, latest, onChange }: DaysProps) => (
  // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens in a dialog, and arrow keys must move along the days at once
  <RangeCalendar autoFocus aria-label="Days" value={value} maxValue={latest} onChange={onChange}>
    <div className="mb-2 flex items-center">
      <Button slot="previous" className={turn}>
        <ChevronLeft className="size-4" aria-hidden />
      </Button>
      <Heading className="grow text-center text-sm font-semibold" />
      <Button slot="next" className={turn}>
        <ChevronRight className="size-4" aria-hidden />
      </Button>
    </div>
    <CalendarGrid>
      <CalendarGridHeader>
        {(day) => (
          <CalendarHeaderCell className="size-8 text-xs font-normal text-text-muted">
            {day}
          </CalendarHeaderCell>
        )}
      </CalendarGridHeader>
      <CalendarGridBody>{(date) => <CalendarCell date={date} className={cell} />}</CalendarGridBody>
    </CalendarGrid>
  </RangeCalendar>
)

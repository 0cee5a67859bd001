import CalendarDays from 'lucide-react/icons/calendar-days'
import { Suspense, useRef, useState } from 'react'
import type { Period } from '../chart/lines.ts'
import { Listbox } from '../fields/listbox.tsx'
import { lazyPart } from '../lazy-part.ts'
import { isPreset, periodText, type Preset, type Range } from './ranges.ts'

const load = () => import('./calendar-popup.tsx')
const CalendarPopup = lazyPart(load)

/** A preset that a page offers, with its name there. */
export type PresetOption = { value: Preset; label: string }

const CUSTOM = { value: 'custom', label: 'Custom' } as const

type TimeRangeProps = {
  presets: readonly PresetOption[]
  range: Range
  /** The period of the range as it is now. */
  period: Period
  onChange: (range: Range) => void
}

/** The choice of a period: a preset, or days and times from a calendar. */
export function TimeRange({ presets, range, period, onChange }: TimeRangeProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const text = periodText(period)
  return (
    <div className="flex flex-wrap gap-2">
      <Listbox<Preset | 'custom'>
        label="Choose a time range preset"
        hideLabel
        className="w-36"
        items={[...presets, CUSTOM]}
        value={isPreset(range) ? range : 'custom'}
        onChange={(value) => onChange(value === 'custom' ? period : value)}
      />
      <div role="group" aria-label="Choose a date range">
        <button
          ref={button}
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${text} Calendar`}
          className="input flex items-center gap-2 tabular-nums"
          onPointerEnter={() => void load()}
          onClick={() => setOpen(!open)}
        >
          {text}
          <CalendarDays className="size-4 shrink-0 text-text-muted" aria-hidden />
        </button>
      </div>
      {open && (
        <Suspense fallback={null}>
          <CalendarPopup
            triggerRef={button}
            period={period}
            onChange={onChange}
            onClose={() => {
              setOpen(false)
              button.current?.focus({ preventScroll: true })
            }}
          />
        </Suspense>
      )}
    </div>
  )
}

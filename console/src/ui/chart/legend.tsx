import { classNames } from '../class-names.ts'
import { Swatch } from './chart-tooltip.tsx'
import { dashOf, tokenOf } from './colors.ts'
import type { Line } from './lines.ts'

type LegendProps = {
  lines: readonly Line[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

/** The lines of a chart as switches. The last shown line stays. */
export function Legend({ lines, hidden, onChange }: LegendProps) {
  const toggle = (label: string) => {
    const next = new Set(hidden)
    if (!next.delete(label)) next.add(label)
    if (next.size < lines.length) onChange(next)
  }
  return (
    <ul className="mt-2 -ml-1.5 flex flex-wrap gap-x-1 text-xs" aria-label="Lines">
      {lines.map((line, at) => (
        <li key={line.label}>
          <button
            type="button"
            aria-pressed={!hidden.has(line.label)}
            onClick={() => toggle(line.label)}
            className={classNames(
              'flex h-6 items-center gap-1.5 rounded px-1.5 hover:bg-surface-hover',
              hidden.has(line.label) && 'text-text-muted line-through',
            )}
          >
            <Swatch
              token={hidden.has(line.label) ? '--border-control' : tokenOf(line, at)}
              dash={dashOf(line, at)}
            />
            {line.label}
          </button>
        </li>
      ))}
    </ul>
  )
}

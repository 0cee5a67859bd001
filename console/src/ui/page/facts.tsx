import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { capitals } from '../format/abbreviations.ts'
import { Subject } from '../subject.ts'

/**
 * Facts of a resource under its name: the ones that people come for in a row, the others small below them, and folded
 * on a phone. Both are the specification's 'Properties table'.
 */
export function Facts({ children, more }: { children: ReactNode; more: ReactNode }) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    <div
      role="group"
      aria-label="Properties table"
      className="rounded-md border border-border bg-surface-raised"
    >
      <dl className="flex flex-wrap gap-x-10 gap-y-3 px-4 py-3 text-base max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4">
        {children}
      </dl>
      <dl
        className={`grid gap-x-10 border-t border-border px-4 py-2 text-sm sm:grid-cols-2 xl:grid-cols-[1.4fr_1fr_1.2fr] ${unfolded ? '' : 'max-sm:hidden'}`}
      >
        {more}
      </dl>
      {!unfolded && (
        <Button
          variant="ghost"
          size="sm"
          className="m-1.5 text-text-muted sm:hidden"
          onPress={() => setUnfolded(true)}
        >
          Show all properties
        </Button>
      )}
    </div>
  )
}

const labelStyle = (label: string) => classNames('text-text-muted first-letter:uppercase', capitals(label))

/** A fact of the first row: the label above the value. */
export const LeadingFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className={`text-xs ${labelStyle(label)}`}>{label}</dt>
    <dd className="flex min-h-7 min-w-0 items-center font-medium">
      <Subject value={label}>{children}</Subject>
    </dd>
  </div>
)

/** A fact below: the label beside the value. */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-7 min-w-0 items-center gap-3">
    <dt className={`w-22 shrink-0 ${labelStyle(label)}`}>{label}</dt>
    <dd className="min-w-0 grow truncate">
      <Subject value={label}>{children}</Subject>
    </dd>
  </div>
)

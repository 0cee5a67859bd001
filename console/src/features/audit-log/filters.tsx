import TriangleAlert from 'lucide-react/icons/triangle-alert'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { LogRangeFilter } from '../../app/kit/lists/log-range.tsx'
import { StateFilter } from '../../app/kit/lists/state-filter.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { AUDIT_RESULTS, DEFAULT_RANGE } from './ranges.ts'
import type { AuditSearch, IgnoredFilter } from './search.ts'

type AuditFiltersProps = {
  search: AuditSearch
  /** Filters of the URL that mean nothing. */
  ignored: readonly IgnoredFilter[]
  /** Whether the server can filter; it always knows the range. */
  canFilter: boolean
  live: { isOn: boolean; onChange: (isOn: boolean) => void } | null
  onChange: (next: AuditSearch) => void
}

/** The range of time and the filters of the audit log. */
export function AuditFilters({ search, ignored, canFilter, live, onChange }: AuditFiltersProps) {
  const { range = DEFAULT_RANGE, from, to, result, actor, resource, operation } = search
  return (
    <>
      <LogRangeFilter value={{ range, from, to } as const} onChange={onChange} />
      {canFilter && (
        <StateFilter
          label="Result"
          states={AUDIT_RESULTS}
          chosen={result && [result]}
          onChange={(next) => onChange({ result: next?.findLast((one) => one !== result) })}
        />
      )}
      {operation && (
        <Chip text={operation} what="operation" onRemove={() => onChange({ operation: undefined })} />
      )}
      {actor && (
        <Chip
          text={`User ${actor.slice(0, 8)}`}
          what="caller"
          onRemove={() => onChange({ actor: undefined })}
        />
      )}
      {resource && (
        <Chip
          text={`Resource ${resource.slice(0, 8)}`}
          what="resource"
          onRemove={() => onChange({ resource: undefined })}
        />
      )}
      {ignored.map(({ key, value }) => (
        <Removable key={key} onRemove={() => onChange({ [key]: undefined })}>
          <TriangleAlert className="size-3.5 shrink-0 text-notice" aria-hidden />
          <span className="sr-only">Remove:</span>
          <span className="truncate">
            Invalid filter {key}: {value}
          </span>
        </Removable>
      ))}
      {live && (
        <Checkbox isSelected={live.isOn} onChange={live.onChange}>
          Live
        </Checkbox>
      )}
    </>
  )
}

/** A filter that was chosen in the details of an entry or on the page of a resource. */
const Chip = ({ text, what, onRemove }: { text: string; what: string; onRemove: () => void }) => (
  <Removable onRemove={onRemove}>
    <span className="sr-only">Remove the filter by {what}:</span>
    <span className="truncate">{text}</span>
  </Removable>
)

/** A filter with a cross that removes it. A long one is cut where the page ends. */
const Removable = ({ children, onRemove }: { children: ReactNode; onRemove: () => void }) => (
  <Button variant="secondary" className="max-w-full [&>span]:min-w-0" onPress={onRemove}>
    {children}
    <X className="size-3.5 shrink-0" aria-hidden />
  </Button>
)

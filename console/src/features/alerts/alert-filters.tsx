import { LogRangeFilter } from '../../app/kit/lists/log-range.tsx'
import { IfMissed } from '../../app/kit/pages/failed.tsx'
import { Listbox } from '../../ui/fields/listbox.tsx'
import { type AlertSearch, type alertSearch, STATES } from './alert-search.ts'
import { globsOf, useClasses } from './classes.ts'

const ALL = { value: '', label: 'All classes' }

type AlertFiltersProps = {
  filters: ReturnType<typeof alertSearch>
  /** Whether the server can tell unresolved alerts from others. */
  canFilter: boolean
  onChange: (next: AlertSearch) => void
}

/** The state, the class and the range of time of the list of alerts. */
export function AlertFilters({ filters, canFilter, onChange }: AlertFiltersProps) {
  const classes = useClasses()
  const names = (classes.data ?? []).map(({ name }) => name)
  const chosen = filters.class ?? ''
  // A link may have a glob of its own.
  const all = [...new Set([...names, ...globsOf(names), ...(chosen ? [chosen] : [])])].sort()
  return (
    <>
      {canFilter && (
        <Listbox
          label="State"
          hideLabel
          className="w-48"
          items={STATES}
          value={filters.state}
          onChange={(state) => onChange({ state })}
        />
      )}
      <Listbox
        label="Class"
        hideLabel
        className="w-64 max-w-full"
        items={[ALL, ...all.map((name) => ({ value: name, label: name }))]}
        value={chosen}
        onChange={(name) => onChange({ class: name || undefined } as AlertSearch)}
      />
      <LogRangeFilter value={filters} onChange={onChange} />
      <IfMissed what="The classes" of={classes} />
    </>
  )
}

import { useEffect, useRef } from 'react'

export type Selection = {
  /** One row by radio buttons, or many by checkboxes. */
  mode: 'single' | 'multiple'
  /** Ids of rows. */
  selected: ReadonlySet<string>
  onChange: (selected: ReadonlySet<string>) => void
}

/** Returns the selection after a row was toggled. */
export function toggled(
  { mode, selected }: Pick<Selection, 'mode' | 'selected'>,
  id: string,
): ReadonlySet<string> {
  if (mode === 'single') return new Set([id])
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The checkbox in the header: all, none, or some, which it shows as indeterminate. */
export function SelectAll({ ids, selection }: { ids: string[]; selection: Selection }) {
  const box = useRef<HTMLInputElement>(null)
  const count = ids.filter((id) => selection.selected.has(id)).length
  const all = count > 0 && count === ids.length
  useEffect(() => {
    if (box.current) box.current.indeterminate = count > 0 && !all
  }, [count, all])
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label="Select all"
      checked={all}
      onChange={() => selection.onChange(new Set(all ? [] : ids))}
    />
  )
}

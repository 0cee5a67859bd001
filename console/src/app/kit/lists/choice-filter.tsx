import { Button } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { countText } from '../../../ui/table/pagination.tsx'
import type { Total } from './use-page.ts'

/** More chosen values are counted, or the button would grow with them. */
const MAX_NAMED = 3

export type FilterChoice<Value extends string> = {
  value: Value
  /** The value itself by default. */
  label?: string
  /** How many rows have it; undefined if not known. */
  total?: Total | undefined
}

type ChoiceFilterProps<Value extends string> = {
  /** What the list is filtered by. */
  label: string
  choices: readonly FilterChoice<Value>[]
  /** The chosen values; none lists all. */
  chosen: readonly Value[] | undefined
  onChange: (values: Value[] | undefined) => void
}

/** Filters a list by a field with a few values. A chosen value that is no choice any more can be cleared. */
export function ChoiceFilter<Value extends string>(props: ChoiceFilterProps<Value>) {
  const { label, choices, chosen = [], onChange } = props
  const toggle = (value: Value) => {
    const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
    onChange(next.length > 0 ? next : undefined)
  }
  const gone = chosen.filter((value) => !choices.some((choice) => choice.value === value))
  const all = [...choices, ...gone.map((value): FilterChoice<Value> => ({ value }))]
  const nameOf = (value: Value) => choices.find((choice) => choice.value === value)?.label ?? value
  const values = chosen.length > MAX_NAMED ? `${chosen.length} chosen` : chosen.map(nameOf).join(', ')
  return (
    <Menu
      placement="bottom start"
      trigger={
        <Button variant="secondary" size="base" className="max-w-full">
          <span className="truncate">{values ? `${label}: ${values}` : label}</span>
        </Button>
      }
      entries={all.map(({ value, label: text = value, total }) => ({
        // A press must not end on another entry because a total has changed.
        id: value,
        label: total ? `${text} (${countText(total)})` : text,
        checked: chosen.includes(value),
        onAction: () => toggle(value),
      }))}
    />
  )
}

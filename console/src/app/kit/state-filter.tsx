import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { countText } from '../../ui/table/pagination.tsx'
import type { Total } from './use-page.ts'

type StateFilterProps<State extends string> = {
  /** What the list is filtered by; "State" by default. */
  label?: string
  states: readonly State[]
  /** The chosen states; none lists all. */
  chosen: readonly State[] | undefined
  onChange: (states: State[] | undefined) => void
  /** How many are in each state, without the states that none is in; undefined if not known. */
  totals?: readonly { state: State; total: Total }[] | undefined
}

/** Filters a list by state, or by another field with a few values. */
export function StateFilter<State extends string>(props: StateFilterProps<State>) {
  const { label = 'State', states, chosen = [], onChange, totals } = props
  const toggle = (state: State) => {
    const next = chosen.includes(state) ? chosen.filter((one) => one !== state) : [...chosen, state]
    onChange(next.length > 0 ? next : undefined)
  }
  const labelOf = (state: State) => {
    const words = state.replaceAll('_', ' ')
    const total = totals?.find((one) => one.state === state)?.total
    return totals ? `${words} (${total ? countText(total) : 0})` : words
  }
  return (
    <Menu
      placement="bottom start"
      trigger={
        <Button variant="secondary" size="base">
          {label}
          {chosen.length > 0 && `: ${chosen.map((state) => state.replaceAll('_', ' ')).join(', ')}`}
        </Button>
      }
      entries={states
        .filter((state) => state !== 'destroyed')
        .map((state) => ({
          label: labelOf(state),
          checked: chosen.includes(state),
          onAction: () => toggle(state),
        }))}
    />
  )
}

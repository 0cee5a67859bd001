import { ChoiceFilter } from './choice-filter.tsx'
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

const NONE: Total = { count: 0, isCapped: false }

/** Filters a list by state, or by another field with a few fixed values. */
export const StateFilter = <State extends string>({
  label = 'State',
  states,
  totals,
  ...choice
}: StateFilterProps<State>) => (
  <ChoiceFilter
    label={label}
    choices={states
      .filter((state) => state !== 'destroyed')
      .map((state) => ({
        value: state,
        label: state.replaceAll('_', ' '),
        total: totals && (totals.find((one) => one.state === state)?.total ?? NONE),
      }))}
    {...choice}
  />
)

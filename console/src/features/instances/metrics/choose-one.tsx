import { Listbox } from '../../../ui/fields/listbox.tsx'

type Named = { id: string; name: string }

type ChooseOneProps = {
  label: string
  /** Name of the choice of all. */
  all: string
  items: readonly Named[]
  chosen: Named | undefined
  onChange: (name: string | undefined) => void
}

const ALL = ''

/** The choice of one of several, or of all of them together. */
export const ChooseOne = ({ label, all, items, chosen, onChange }: ChooseOneProps) => (
  <Listbox
    label={label}
    hideLabel
    className="w-48"
    items={[{ value: ALL, label: all }, ...items.map(({ name }) => ({ value: name, label: name }))]}
    value={chosen?.name ?? ALL}
    onChange={(name) => onChange(name === ALL ? undefined : name)}
  />
)

import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { distinct, type Option } from './options.tsx'

type Choice = {
  items: readonly Option[]
  value: string | null
  onChange: (value: string | null) => void
  allowsArbitrary?: boolean
}

/** Returns the text of a combobox, its options, and what keys and choices do to them. */
export function useComboboxInput({ items, value, onChange, allowsArbitrary = false }: Choice) {
  const known = items.find((item) => item.value === value)
  // Another user may delete the chosen option. The choice stays until the user makes another: without the item React
  // Aria would open the list, and the next key would choose something else.
  const [last, setLast] = useState(known)
  if (known && known !== last) setLast(known)
  const gone = !known && value !== null && last?.value === value ? last : null
  /** Null while the user isn't typing: the field then shows the label of the choice, whatever changes outside. */
  const [typed, setTyped] = useState<string | null>(null)
  const chosen = (known ?? gone)?.label ?? (allowsArbitrary ? (value ?? '') : '')

  // React Aria filters by itself. The choice must stay among its items so that the user can return to it.
  const all = useMemo<Option[]>(() => {
    const isCustom = allowsArbitrary && typed && !items.some((item) => item.label === typed)
    return distinct([
      ...items,
      ...(gone ? [{ ...gone, description: 'Not there any more', isDisabled: true }] : []),
      ...(isCustom ? [{ value: typed, label: `Custom: ${typed}` }] : []),
    ])
  }, [items, typed, allowsArbitrary, gone])

  /** Whether the list closed at the last key. In arbitrary mode a text that is an option chooses it. */
  const hasClosedItself = useRef(false)
  const type = (next: string) => {
    setTyped(next === chosen ? null : next)
    const match = items.find((item) => item.label === next)
    hasClosedItself.current = allowsArbitrary && match !== undefined
    if (allowsArbitrary) onChange(match?.value ?? (next || null))
    else if (next === '') onChange(null)
  }
  const take = (key: string | number | null) => {
    // Null is Escape without a choice: discards the partial input, or the list would open again at once.
    if (key !== null) onChange(String(key))
    setTyped(null)
  }
  /** Takes a key while the list is closed. */
  const onClosedKeyDown = (event: KeyboardEvent) => {
    // With the list closed, Enter would submit the form around it.
    if (event.key === 'Enter') event.preventDefault()
    // Meant for the list; it would close the panel around the field.
    if (event.key === 'Escape' && hasClosedItself.current) event.stopPropagation()
    hasClosedItself.current = false
  }
  /** Forgets the partial input. */
  const forget = () => {
    hasClosedItself.current = false
    // Switching to another browser tab keeps it.
    if (document.hasFocus()) setTyped(null)
  }
  return {
    text: typed ?? chosen,
    options: all,
    selected: known || gone ? value : null,
    isOffered: (key: string | number) => items.some((item) => item.value === key),
    type,
    take,
    onClosedKeyDown,
    forget,
  }
}

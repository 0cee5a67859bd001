import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useReadOnly } from '../../../ui/read-only.ts'

type SubFormProps = {
  /** What it adds: "port filter". */
  thing: string
  /** Whether there is nothing to add or to clear. */
  isEmpty: boolean
  onClear: () => void
  onAdd: () => void
  children: ReactNode
}

/** Fields of one list entry, with buttons that add it to the list. Enter adds it too, and does not submit the form. */
export function SubForm({ thing, isEmpty, onClear, onAdd, children }: SubFormProps) {
  const isReadOnly = useReadOnly() !== null
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the fields inside handle the interaction */}
      <div
        className="flex flex-col gap-4"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
          // An open list takes the key itself.
          if (event.target.getAttribute('aria-expanded') === 'true') return
          event.preventDefault()
          onAdd()
        }}
      >
        {children}
      </div>
      {!isReadOnly && (
        <div className="flex justify-end gap-2">
          <Button variant="ghost" size="sm" isDisabled={isEmpty} onPress={onClear}>
            Clear
          </Button>
          <Button variant="secondary" size="sm" isDisabled={isEmpty} onPress={onAdd}>
            Add {thing}
          </Button>
        </div>
      )}
    </>
  )
}

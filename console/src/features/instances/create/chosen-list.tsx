import { type ReactNode, useId } from 'react'
import { FieldError } from '../../../ui/fields/field.tsx'

type ChosenListProps = {
  error: string | undefined
  /** Takes what gets the focus when something is wrong. */
  focus: (element: HTMLElement | null) => void
  children: ReactNode
}

/** Around what takes no focus by itself, a list or an empty box, so that a form that lacks it says so there. */
export function ChosenList({ error, focus, children }: ChosenListProps) {
  const id = useId()
  return (
    <div
      ref={focus}
      tabIndex={-1}
      data-invalid={error ? '' : undefined}
      aria-describedby={error && id}
      className="flex flex-col gap-1"
    >
      {children}
      <FieldError id={id} error={error} />
    </div>
  )
}

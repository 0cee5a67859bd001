import { type ReactNode, useId } from 'react'
import { FieldError } from './field.tsx'

type ChosenListProps = {
  error: string | undefined
  /** Receives the element that is focused on an error. */
  focus: (element: HTMLElement | null) => void
  children: ReactNode
}

/** Wraps a list or an empty box, which takes no focus by itself, so that the form can focus it and show its error. */
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

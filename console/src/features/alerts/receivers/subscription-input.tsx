import { isGlob, subscriptionProblem } from '@granary/domain/alert-subscriptions.ts'
import { Combobox } from '../../../ui/fields/combobox.tsx'
import { globsOf, matchesOf, useClasses } from '../classes.ts'

type SubscriptionInputProps = {
  name: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  error: string | undefined
  isDisabled: boolean
  /** Those that the receiver has. */
  taken: readonly string[]
  ref?: (element: HTMLInputElement | null) => void
}

/** Returns what is wrong with a subscription, or null. @param names all classes, if they are known. */
export function problemOf(text: string, names: readonly string[] | undefined): string | null {
  const problem = subscriptionProblem(text)
  if (problem) return problem
  return names && !isGlob(text) && !names.includes(text) ? 'There is no such class' : null
}

/** The choice of a class, or of any glob. */
export function SubscriptionInput({ value, onChange, taken, ...field }: SubscriptionInputProps) {
  const classes = useClasses()
  const all = classes.data ?? []
  const names = all.map(({ name }) => name)
  const globs = ['**', ...globsOf(names)].map((glob) => ({
    value: glob,
    label: glob,
    description: glob === '**' ? 'All classes' : `${matchesOf(glob, names).length} classes`,
  }))
  const items = [
    ...globs,
    ...all.map(({ name, description }) => ({ value: name, label: name, description })),
  ].filter((item) => !taken.includes(item.value))
  const matched = value && problemOf(value, names) === null ? matchesOf(value, names) : null
  return (
    <div>
      <Combobox
        {...field}
        value={value}
        onChange={(next) => onChange(next ?? '')}
        label="Class or glob"
        hint="In a glob, * stands for one part of a class, and ** for one or more"
        items={items}
        isLoading={classes.isPending}
        allowsArbitrary
      />
      {matched && isGlob(value) && (
        <p role="status" className="mt-1 text-sm text-text-muted">
          {matched.length === 0 ? 'Matches no class yet' : `Matches ${matched.join(', ')}`}
        </p>
      )}
    </div>
  )
}

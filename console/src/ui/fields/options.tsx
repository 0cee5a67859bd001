import type { ReactNode } from 'react'
import { ListBoxItem } from 'react-aria-components/ListBox'
import Check from 'lucide-react/icons/check'

export type Option<Value extends string = string> = {
  value: Value
  /** Shown in the closed field and as the first line of the option, and searched. */
  label: string
  /** A second line, at most two lines long. */
  description?: ReactNode
  /** After the label: 'default', 'v4'. */
  badge?: ReactNode
  isDisabled?: boolean
}

/**
 * Returns the options without those whose value an earlier one has. React Aria links the items of a list by their keys, and a second
 * one with the same key makes a circle, in which the tab hangs for good.
 */
export function distinct<Value extends string>(options: readonly Option<Value>[]): Option<Value>[] {
  const seen = new Set<Value>()
  return options.filter(({ value }) => !seen.has(value) && seen.add(value))
}

/** An option in an open list. React Aria looks for `id` on the outermost element. */
export function OptionItem({ id, option }: { id: string; option: Option }) {
  return (
    <ListBoxItem
      id={id}
      textValue={option.label}
      isDisabled={option.isDisabled}
      className="popup-item justify-between"
    >
      {({ isSelected }) => (
        <>
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-1.5 wrap-anywhere">
              {option.label}
              {option.badge}
            </span>
            {option.description && (
              <span className="line-clamp-2 text-xs text-text-muted">{option.description}</span>
            )}
          </span>
          {isSelected && <Check className="size-4 shrink-0 text-accent" aria-hidden />}
        </>
      )}
    </ListBoxItem>
  )
}

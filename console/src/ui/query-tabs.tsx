import { type ReactNode, useId } from 'react'
import { moveBetweenTabs, tabListStyle, tabStyle, useSelectedInView } from './tabs.ts'

type QueryTabsProps<Id extends string> = {
  /** Accessible name of the row of tabs. */
  label: string
  tabs: readonly { id: Id; label: ReactNode; content: ReactNode }[]
  selected: Id
  onSelect: (id: Id) => void
  /** Whether each tab has controls: then the panel around them is no stop of its own for the Tab key. */
  hasControls?: boolean
}

/** Tabs within a page. Arrow keys move the focus only; Enter, Space and a click choose. */
export function QueryTabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
  hasControls = false,
}: QueryTabsProps<Id>) {
  const base = useId()
  const list = useSelectedInView(selected)
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs take the focus */}
      <div ref={list} role="tablist" aria-label={label} className={tabListStyle} onKeyDown={moveBetweenTabs}>
        {tabs.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-tab-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            className={tabStyle(id === selected)}
            onClick={() => onSelect(id)}
          >
            {label}
          </button>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a panel without controls must be reached too */}
      <div
        role="tabpanel"
        id={`${base}-panel`}
        tabIndex={hasControls ? undefined : 0}
        aria-labelledby={`${base}-tab-${selected}`}
        className="pt-4"
      >
        {tabs.find(({ id }) => id === selected)?.content}
      </div>
    </>
  )
}

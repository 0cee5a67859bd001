import { type ComponentPropsWithRef, use } from 'react'
import { ICON_BUTTON } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { useReadOnly } from '../read-only.ts'
import { Subject } from '../subject.ts'
import type { MenuEntry } from './entries.ts'
import { EntriesOfId } from './entries-of-id.ts'
import { Menu, type TriggerProps } from './menu.tsx'

type ActionsMenuProps = {
  /** Accessible name of the button: 'Row actions' in tables, '{Thing} actions' beside a heading. */
  label?: string
  entries: MenuEntry[]
  /** When given, the first entry copies it, and others follow that every resource has. */
  id?: string
  copyLabel?: string
  /** ID of the resource that has the history of this part of it. */
  partOf?: string
}

const withReason = (entry: MenuEntry, reason: string): MenuEntry =>
  entry === 'separator' || 'choices' in entry || 'entries' in entry || entry.reads
    ? entry
    : { ...entry, disabledReason: reason }

/** The three dots at the end of a row or beside a heading. */
export function ActionsMenu({
  label = 'Row actions',
  entries,
  id,
  copyLabel = 'Copy ID',
  partOf = id,
}: ActionsMenuProps) {
  const readOnly = useReadOnly()
  const subject = use(Subject)
  const entriesOf = use(EntriesOfId)
  const copy =
    id === undefined
      ? []
      : [{ label: copyLabel, onAction: () => void copyText(id) }, ...entriesOf(partOf ?? id)]
  const offered = readOnly === null ? entries : entries.map((entry) => withReason(entry, readOnly))
  return (
    <Menu
      entries={[...copy, ...offered]}
      opensOnArrow={false}
      trigger={<DotsButton aria-label={label} aria-description={subject} />}
    />
  )
}

/** Every row has one: an `IconButton` around an icon of the library would be most of the elements and components of a row. */
const DotsButton = ({
  onPress,
  ...rest
}: TriggerProps & Omit<ComponentPropsWithRef<'button'>, 'onClick'>) => (
  <button type="button" {...rest} className={ICON_BUTTON} onClick={onPress}>
    {DOTS}
  </button>
)

/** The ellipsis of Lucide, drawn as one line with gaps. */
const DOTS = (
  <svg
    viewBox="0 0 24 24"
    className="size-4"
    stroke="currentColor"
    strokeWidth="4"
    strokeLinecap="round"
    aria-hidden
  >
    <path d="M5 12h.01M12 12h.01M19 12h.01" />
  </svg>
)

import Ellipsis from 'lucide-react/icons/ellipsis'
import { use } from 'react'
import { IconButton } from '../button.tsx'
import { copyText } from '../copy-text.ts'
import { useReadOnly } from '../read-only.ts'
import { Subject } from '../subject.ts'
import type { MenuEntry } from './entries.ts'
import { EntriesOfId } from './entries-of-id.ts'
import { Menu } from './menu.tsx'

type ActionsMenuProps = {
  /** Accessible name of the button: 'Row actions' in tables, '{Thing} actions' beside a heading. */
  label?: string
  entries: MenuEntry[]
  /** When given, the first entry copies it, and others follow that every resource has. */
  id?: string
  copyLabel?: string
}

const withReason = (entry: MenuEntry, reason: string): MenuEntry =>
  entry === 'separator' || 'choices' in entry || 'entries' in entry || entry.reads
    ? entry
    : { ...entry, disabledReason: reason }

/** The three dots at the end of a row or beside a heading. */
export function ActionsMenu({ label = 'Row actions', entries, id, copyLabel = 'Copy ID' }: ActionsMenuProps) {
  const readOnly = useReadOnly()
  const subject = use(Subject)
  const entriesOf = use(EntriesOfId)
  const copy =
    id === undefined ? [] : [{ label: copyLabel, onAction: () => void copyText(id) }, ...entriesOf(id)]
  const offered = readOnly === null ? entries : entries.map((entry) => withReason(entry, readOnly))
  return (
    <Menu
      entries={[...copy, ...offered]}
      opensOnArrow={false}
      trigger={
        <IconButton label={label} tooltip={false} aria-description={subject}>
          <Ellipsis className="size-4" aria-hidden />
        </IconButton>
      }
    />
  )
}

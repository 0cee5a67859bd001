import type { ReactNode } from 'react'

type Common = {
  label: string
  icon?: ReactNode
}

/** Runs an action or, with `href`, follows a link (a full URL opens a new tab). */
export type MenuAction = Common & {
  /** Identifies an entry whose label changes while the menu is open; the label by default. */
  id?: string
  onAction?: () => void
  href?: string
  /** Why the entry is disabled. It stays visible and shows the reason. */
  disabledReason?: ReactNode
  /** Red while it is enabled. */
  danger?: boolean
  /** It only shows something, so it stays enabled in read-only parts. */
  reads?: boolean
  /** Shows a check mark: the current page, or an option that is on. */
  checked?: boolean
}

/** A submenu of radio choices. Choosing leaves the menu open. */
export type MenuChoices = Common & {
  choices: { value: string; label: string; icon?: ReactNode }[]
  chosen: string
  onChoose: (value: string) => void
}

/** A submenu of entries. */
export type Submenu = Common & { entries: MenuEntry[] }

export type MenuEntry = MenuAction | MenuChoices | Submenu | 'separator'

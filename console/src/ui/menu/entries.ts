import type { ReactNode } from 'react'

type Common = {
  label: string
  icon?: ReactNode
}

/** Does something, or, with `href`, goes somewhere (a full address goes to a new tab). */
export type MenuAction = Common & {
  onAction?: () => void
  href?: string
  /** Why it cannot be used now. It stays visible and tells the reason. */
  disabledReason?: ReactNode
  /** Red, while it can be used. */
  danger?: boolean
  /** It only shows something, so it can be used where nothing can be changed. */
  reads?: boolean
  /** Shows a check mark: this is where one is, or what is on. */
  checked?: boolean
}

/** A submenu of choices of which one is made; choosing leaves the menu open. */
export type MenuChoices = Common & {
  choices: { value: string; label: string; icon?: ReactNode }[]
  chosen: string
  onChoose: (value: string) => void
}

/** A submenu of entries. */
export type Submenu = Common & { entries: MenuEntry[] }

export type MenuEntry = MenuAction | MenuChoices | Submenu | 'separator'

import { createContext } from 'react'
import type { MenuEntry } from './entries.ts'

/** Returns the entries that the menu of every resource has after 'Copy ID'. The design system knows none itself. */
export const EntriesOfId = createContext<(id: string) => MenuEntry[]>(() => [])

import { createContext, useContext } from 'react'

/**
 * The reason why this part of the page is read-only, or null. Buttons marked with `changes`, menus of actions and forms
 * show it and do nothing. Controls that only show something keep working.
 */
export const ReadOnly = createContext<string | null>(null)

/** Returns the reason why this part of the page is read-only, or null. */
export const useReadOnly = (): string | null => useContext(ReadOnly)

import { createContext, useContext } from 'react'

/**
 * Why nothing can be changed in this part of the page, or null. Buttons that are marked with `changes`, menus of actions
 * and forms say it and do nothing; what only shows something works as ever.
 */
export const ReadOnly = createContext<string | null>(null)

/** Why nothing can be changed here, or null. */
export const useReadOnly = (): string | null => useContext(ReadOnly)

import { createContext } from 'react'

/** Whether options of a form failed to load: a field without options then shows `NOT_LOADED`, and not that there are none. */
export const ChoicesUnread = createContext(false)

/** Stands in a field whose options failed to load. */
export const NOT_LOADED = 'Not loaded'

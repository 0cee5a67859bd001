import { createContext } from 'react'

/**
 * The thing that a part of the page is about: the name of a row, the label of a property. Controls that repeat there keep
 * the accessible name that the specification fixes ('Row actions', 'Click to copy') and are described by the subject.
 */
export const Subject = createContext<string | undefined>(undefined)

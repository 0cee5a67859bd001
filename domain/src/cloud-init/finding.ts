/** `error`: the guest can't read the user data. `warning`: a part is ignored or fails. `hint`: probably a mistake. */
export type FindingLevel = 'error' | 'warning' | 'hint'

/** Something to check in user data. Lines and columns count from 1. */
export type Finding = { level: FindingLevel; line: number; column: number; message: string }

/** Where in a document a value is. */
export type Path = readonly (string | number)[]

import { createContext } from 'react'
import { createStore } from '../../ui/store.ts'

/** The resource of a page that has a History tab. */
type PageHistory = { id: string; open: () => void }

/** The resource of the current page, if the page has a History tab. */
export const pageHistory = createStore<PageHistory | null>(null)

/** ID of the resource whose page this is; undefined outside such a page. */
export const PageResource = createContext<string | undefined>(undefined)

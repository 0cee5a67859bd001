import { createStore } from '../../../../ui/store.ts'

const KEY = 'saved-views'
/** Views that a user has of one list. */
export const MAX_VIEWS = 20
/** Maximum length of the name of a view. */
export const MAX_VIEW_NAME = 40

/** A name for the filters, the order and the size of a list. */
export type SavedView = { name: string; search: Readonly<Record<string, unknown>> }

/** By user and list: `siloId/userId list`. Several users may share a browser. */
type Views = Readonly<Record<string, readonly SavedView[]>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Other versions of the console, extensions and users can write to the storage too. */
const isView = (value: unknown): value is SavedView =>
  isObject(value) && isName(value.name) && isObject(value.search)

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name !== '' && name.length <= MAX_VIEW_NAME

function stored(): Views {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (!isObject(value)) return {}
    return Object.fromEntries(
      Object.entries(value).map(([list, views]) => [
        list,
        Array.isArray(views) ? views.filter(isView) : NONE,
      ]),
    )
  } catch {
    return {}
  }
}

const NONE: readonly SavedView[] = []
const store = createStore<Views>(stored())
/** Whether the storage has the last change. A full storage keeps an older state, which must not return. */
let isStored = true

/** The views of users in this browser. */
export const savedViews = { ...store, of: (all: Views, list: string) => all[list] ?? NONE }

/** Saves a view of a list, in place of the one with its name. The oldest of too many goes. */
export const saveView = (list: string, view: SavedView): void =>
  change(list, (before) => [...before.filter(({ name }) => name !== view.name), view].slice(-MAX_VIEWS))

/** Deletes a view of a list. */
export const deleteView = (list: string, name: string): void =>
  change(list, (before) => before.filter((view) => view.name !== name))

function change(list: string, next: (before: readonly SavedView[]) => readonly SavedView[]): void {
  // Another tab may have saved some.
  const all = isStored ? { ...store.get(), ...stored() } : store.get()
  const changed = { ...all, [list]: next(all[list] ?? NONE) }
  store.set(changed)
  try {
    localStorage.setItem(KEY, JSON.stringify(changed))
    isStored = true
  } catch {
    isStored = false
    // Without storage the views last as long as the page.
  }
}

import { Suspense, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { lazyPart } from '../../../../ui/lazy-part.ts'
import { Menu } from '../../../../ui/menu/menu.tsx'
import { useStore } from '../../../../ui/store.ts'
import { useCurrentRoute, useCurrentSearch } from '../../../route-params.ts'
import { useCurrentUser } from '../../../session.ts'
import { useNavigateHere } from '../use-navigate-here.ts'
import { savedViews } from './saved-views.ts'

const ViewsDialog = lazyPart(() => import('./views-dialog.tsx'))

/** The views of a list that the user has saved in this browser: filters, order and size under a name. */
export default function ViewsMenu() {
  const { id, siloId } = useCurrentUser()
  const list = `${siloId}/${id} ${useCurrentRoute().routeId}`
  const views = savedViews.of(useStore(savedViews), list)
  const { page: _page, token: _token, ...search }: Record<string, unknown> = useCurrentSearch()
  const navigate = useNavigateHere()
  const [isOpen, setIsOpen] = useState(false)
  const shown = keyOf(search)
  // Several may have the same filters.
  const current = views.filter((view) => keyOf(view.search) === shown).map(({ name }) => name)
  const show = (next: Readonly<Record<string, unknown>>) =>
    navigate({
      search: (before) => ({
        ...Object.fromEntries(Object.keys(before).map((key) => [key, undefined])),
        ...next,
      }),
      resetScroll: false,
    })
  return (
    <>
      <Menu
        placement="bottom start"
        trigger={
          <Button variant="secondary" size="base" className="max-w-56">
            <span className="truncate">{current[0] ? `View: ${current.join(', ')}` : 'Views'}</span>
          </Button>
        }
        entries={[
          ...views.map(({ name, search: its }) => ({
            id: `view ${name}`,
            label: name,
            checked: current.includes(name),
            reads: true,
            onAction: () => show(its),
          })),
          ...(views.length > 0 ? (['separator'] as const) : []),
          { label: 'Edit views', reads: true, onAction: () => setIsOpen(true) },
        ]}
      />
      {isOpen && (
        <Suspense fallback={null}>
          <ViewsDialog list={list} views={views} search={search} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Two views with the same parameters are the same, in any order. */
const keyOf = (search: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(search, Object.keys(search).toSorted())

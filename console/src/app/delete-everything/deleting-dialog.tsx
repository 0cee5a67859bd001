import { Suspense } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useStore } from '../../ui/store.ts'
import { deleting } from './deleting.ts'

const DeleteEverything = lazyPart(() => import('./delete-everything.tsx'))

/** The dialog of the deletion that a page has started, if any. */
export function DeletingDialog() {
  const deletion = useStore(deleting)
  return (
    <Suspense fallback={null}>
      {deletion && (
        <DeleteEverything key={deletion.name} deletion={deletion} onClose={() => deleting.set(null)} />
      )}
    </Suspense>
  )
}

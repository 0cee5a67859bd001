import { type ReactNode, Suspense, useState } from 'react'
import { pathTo } from '../../app/paths.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { Instance } from './use-instance.ts'

const ResizeDialog = lazyPart(() => import('./resize-dialog.tsx'))

/** Returns a function that opens the resize dialog for a row of a list, and the dialog. */
export function useResize<Row extends Instance>(projectOf: (row: Row) => string) {
  const [chosen, setChosen] = useState<Row | null>(null)
  const dialog = (rows: readonly Row[] | undefined): ReactNode =>
    chosen && (
      <Suspense fallback={null}>
        <ResizeDialog
          // The current row, not the one from when the dialog opened.
          instance={rows?.find(({ id }) => id === chosen.id) ?? chosen}
          linkTo={pathTo('/projects/$project/instances/$instance/storage', {
            project: projectOf(chosen),
            instance: chosen.name,
          })}
          onClose={() => setChosen(null)}
        />
      </Suspense>
    )
  return { open: setChosen, dialog }
}

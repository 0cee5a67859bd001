import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { importWithRetry } from './import-with-retry.ts'
import { announceWait, offerReload } from './waits.ts'

/**
 * Returns an import of code that the user waits for: a bar shows it, and a toast if it takes long. When the server can't
 * be reached the toast shows that, and the import ends as soon as the server answers. It never fails: for code that is
 * gone, the toast asks the user to reload.
 */
export const importPart =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const end = announceWait()
    try {
      return await importWithRetry(load)()
    } catch {
      end()
      // An error would replace the whole page.
      offerReload()
      return await new Promise(() => {})
    } finally {
      end()
    }
  }

/** Lazily loads a part of a page, as React's `lazy` does, and shows the user when it takes long or can't be loaded. */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own types
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => lazy(importPart(load))

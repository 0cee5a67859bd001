import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { announceOutage, importWithRetry, offerReload } from './import-with-retry.ts'

/**
 * Returns an import of code that the user waits for. When the server can't be reached a toast shows it, and the import
 * ends as soon as the server answers. It never fails: for code that is gone, the toast asks the user to reload.
 */
export const importPart =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    const end = announceOutage()
    try {
      return await importWithRetry(load)()
    } catch {
      // An error would replace the whole page.
      offerReload()
      return await new Promise(() => {})
    } finally {
      end()
    }
  }

/**
 * Lazily loads a part of a page, as React's `lazy` does. When the server can't be reached a toast shows it, and the
 * part appears as soon as the server answers.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own types
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> => lazy(importPart(load))

import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { announceOutage, importWithRetry } from './import-with-retry.ts'

/**
 * Lazily loads a part of a page, as React's `lazy` does. When the server can't be reached a toast shows it, and the
 * part appears as soon as the server answers.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own types
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> =>
  lazy(async () => {
    const end = announceOutage()
    try {
      return await importWithRetry(load)()
    } finally {
      end()
    }
  })

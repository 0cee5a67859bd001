import { type ComponentType, lazy, type LazyExoticComponent } from 'react'
import { announceOutage, patiently } from './patient-import.ts'

/**
 * A part of a page whose code loads when it is first shown, as with `lazy` of React. When the server cannot be reached a toast says
 * so, and the part appears as soon as the server answers.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as in React's own types
export const lazyPart = <Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> =>
  lazy(async () => {
    const end = announceOutage()
    try {
      return await patiently(load)()
    } finally {
      end()
    }
  })

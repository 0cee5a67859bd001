import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// Dialogs fetch their code when they open, which takes its time where many tests run at once.
configure({ asyncUtilTimeout: 5_000 })

/** What component tests share: the page is empty again after each. */
afterEach(cleanup)

// React Aria looks elements up by selector, and jsdom cannot quote one.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS

export { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'

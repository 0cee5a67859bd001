import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { speedUpComputedStyles } from './testing-styles.ts'

// Dialogs load their code when they open, which is slow where many tests run at once.
configure({ asyncUtilTimeout: 30_000 })

speedUpComputedStyles()

/** Shared set-up of component tests: empties the page after each. */
afterEach(cleanup)

// React Aria finds elements by selector and needs CSS.escape, which jsdom doesn't have.
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS

export { act, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'

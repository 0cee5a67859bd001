// The script is a file of the page, not a module.
import { readFileSync } from 'node:fs'
import { beforeEach, expect, test, vi } from 'vitest'

let systemDark = false
let tellSystem: () => void = () => {}

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  systemDark = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return systemDark
    },
    addEventListener: (_: string, listener: () => void) => (tellSystem = listener),
    removeEventListener: () => {},
  }))
})

const shown = () => document.documentElement.dataset.theme

test('is dark by default', async () => {
  const { watchTheme } = await import('./theme.ts')
  watchTheme()
  expect(shown()).toBe('dark')
})

test('the script in the page has the same default', async () => {
  const script = readFileSync(`${import.meta.dirname}/../../public/theme.js`, 'utf8')
  const shownBy = (stored: string | null) => {
    if (stored) localStorage.setItem('theme-preference', stored)
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the script as the page runs it
    new Function(script)()
    return shown()
  }
  expect(shownBy(null)).toBe('dark')
  expect(shownBy('{"state":{"theme":"sepia"}}')).toBe('dark')
  expect(shownBy('{"state":{"theme":"system"}}')).toBe('light')
  expect(shownBy('{"state":{"theme":"light"}}')).toBe('light')
})

test('follows the system live when the user chooses it', async () => {
  const { setTheme, watchTheme } = await import('./theme.ts')
  setTheme('system')
  watchTheme()
  expect(shown()).toBe('light')
  systemDark = true
  tellSystem()
  expect(shown()).toBe('dark')
})

test('stores a choice, and restores it', async () => {
  const first = await import('./theme.ts')
  first.setTheme('dark')
  expect(shown()).toBe('dark')
  expect(JSON.parse(localStorage.getItem('theme-preference') ?? '')).toEqual({
    state: { theme: 'dark' },
    version: 0,
  })
  vi.resetModules()
  const second = await import('./theme.ts')
  expect(second.shownTheme('/projects')).toBe('dark')
})

test('ignores an invalid theme and a broken store', async () => {
  localStorage.setItem('theme-preference', '{"state":{"theme":"sepia"}}')
  const { shownTheme, setTheme } = await import('./theme.ts')
  expect(shownTheme('/projects')).toBe('dark')
  setTheme('sepia')
  expect(shownTheme('/projects')).toBe('dark')
})

test('is always dark on sign-in and device pages', async () => {
  const { shownTheme, setTheme } = await import('./theme.ts')
  setTheme('light')
  expect(shownTheme('/login/main/local')).toBe('dark')
  expect(shownTheme('/device/verify')).toBe('dark')
  expect(shownTheme('/loginx')).toBe('light')
})

import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** The themes to choose from. 'System' follows the operating system. */
export const themes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const
export type Theme = (typeof themes)[number]['value']

const KEY = 'theme-preference'
const DARK = '(prefers-color-scheme: dark)'
/** The theme until a user chooses one (specification 1.11). theme.js in public/ has the same default. */
const DEFAULT: Theme = 'dark'
/** Sign-in and device pages are always dark. theme.js in public/ has the same rule. */
const ALWAYS_DARK = /^\/(login|device)(\/|$)/

function remembered(): Theme {
  try {
    const theme: unknown = JSON.parse(localStorage.getItem(KEY) ?? '').state.theme
    return themes.find(({ value }) => value === theme)?.value ?? DEFAULT
  } catch {
    // Nothing is stored yet, or storage is blocked.
    return DEFAULT
  }
}

const preference = createStore<Theme>(remembered())

/** Stores the choice in this browser and applies it at once. */
export function setTheme(theme: string): void {
  const known = themes.find(({ value }) => value === theme)
  if (!known) return
  preference.set(known.value)
  try {
    localStorage.setItem(KEY, JSON.stringify({ state: { theme: known.value }, version: 0 }))
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme()
}

/** The chosen theme: light, dark, or system. */
export const useThemePreference = (): Theme => useStore(preference)

/** The applied theme. Charts and terminals draw with it. */
export function shownTheme(path = window.location.pathname): 'light' | 'dark' {
  if (ALWAYS_DARK.test(path)) return 'dark'
  const chosen = preference.get()
  return chosen === 'system' ? (window.matchMedia(DARK).matches ? 'dark' : 'light') : chosen
}

const shown = createStore<'light' | 'dark'>('dark')

/** Returns the applied theme, kept up to date. */
export const useShownTheme = (): 'light' | 'dark' => useStore(shown)

/** Applies the theme to the document. Call it after each change of path. */
export function applyTheme(path?: string): void {
  const theme = shownTheme(path)
  document.documentElement.dataset.theme = theme
  if (shown.get() !== theme) shown.set(theme)
}

/** For layouts whose pages have a theme of their own: applies it, and restores the chosen one afterwards. */
export const useThemeOfPage = (): void =>
  useEffect(() => {
    applyTheme()
    return () => applyTheme('/')
  }, [])

/** Follows the system and other tabs of the console. @returns a function that stops it. */
export function watchTheme(): () => void {
  const system = window.matchMedia(DARK)
  const onSystem = () => applyTheme()
  const onStorage = (event: StorageEvent) => {
    if (event.key !== KEY) return
    preference.set(remembered())
    applyTheme()
  }
  applyTheme()
  system.addEventListener('change', onSystem)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', onSystem)
    window.removeEventListener('storage', onStorage)
  }
}

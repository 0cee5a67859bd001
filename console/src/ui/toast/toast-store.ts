import type { ReactNode } from 'react'
import { createStore } from '../store.ts'

export type Toast = {
  title?: string
  content: ReactNode
  variant?: 'success' | 'error'
  /** A link for the next step. An empty address reloads the page. */
  link?: { text: string; href: string }
  /** Milliseconds until it disappears; null keeps it. */
  timeout?: number | null
}
export type ShownToast = Toast & { id: number }

export const SUCCESS_TIMEOUT = 5_000
export const ERROR_TIMEOUT = 15_000

export const toastStore = createStore<readonly ShownToast[]>([])
let nextId = 1

/** Shows a message at the bottom left, which survives navigation. @returns the id that dismisses it. */
export function addToast(toast: Toast): number {
  const id = nextId++
  toastStore.set((shown) => [...shown, { ...toast, id }])
  return id
}

/** Removes a message. */
export const dismissToast = (id: number): void =>
  toastStore.set((shown) => shown.filter((toast) => toast.id !== id))

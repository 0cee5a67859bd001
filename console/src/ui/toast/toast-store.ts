import type { ReactNode } from 'react'
import { createStore } from '../store.ts'

export type Toast = {
  title?: string
  content: ReactNode
  variant?: 'success' | 'error'
  /** Where to go from here. */
  link?: { text: string; href: string }
  /** Milliseconds until it goes by itself; null keeps it. */
  timeout?: number | null
}
export type ShownToast = Toast & { id: number }

export const SUCCESS_TIMEOUT = 5_000
export const ERROR_TIMEOUT = 15_000

export const toastStore = createStore<readonly ShownToast[]>([])
let nextId = 1

/** Shows a message at the bottom left; it outlives navigation. @returns the number by which it can be dismissed. */
export function addToast(toast: Toast): number {
  const id = nextId++
  toastStore.set((shown) => [...shown, { ...toast, id }])
  return id
}

/** Takes a message away. */
export const dismissToast = (id: number): void =>
  toastStore.set((shown) => shown.filter((toast) => toast.id !== id))

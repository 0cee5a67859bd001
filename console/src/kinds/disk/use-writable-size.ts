import { useRef } from 'react'

type SizeField = { get: () => number | null; set: (gib: number | null) => void }

/**
 * Keeps the size of a writable disk while the disk is read-only, which makes it exactly as large as its source.
 * @returns a function to call with each new choice of "read-only", before the size is fitted to the source.
 */
export function useWritableSize({ get, set }: SizeField): (readOnly: boolean) => void {
  const kept = useRef<number | null>(null)
  return (readOnly) => {
    if (readOnly) kept.current = get()
    else set(kept.current)
  }
}

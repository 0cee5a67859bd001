import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../api/errors.ts'

/** Milliseconds between two attempts to load a page when the server doesn't answer. */
const RETRY_INTERVAL = 3_000

/** Returns a function that loads a failed page again. While the server can't be reached it is called until it answers. */
export function useRetry(error: unknown): () => void {
  const router = useRouter()
  const unreachable = error instanceof ApiError && error.statusCode === 0
  useEffect(() => {
    if (!unreachable) return undefined
    const timer = setInterval(() => void router.invalidate(), RETRY_INTERVAL)
    return () => clearInterval(timer)
  }, [unreachable, router])
  return () => void router.invalidate()
}

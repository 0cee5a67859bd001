import { ApiError } from './errors.ts'

let forms = 0

/**
 * Keeps a page in view when its resource turns out to be gone, because it has a form: its draft would be lost.
 * @returns a function that ends this.
 */
export function keepPageWhenGone(): () => void {
  forms += 1
  return () => {
    forms -= 1
  }
}

/** Whether the server has answered that a resource doesn't exist, or that the caller can't see it. */
export const isNotFound = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.statusCode === 404

/** Whether a failed read replaces its page by "Page not found". @param shown its earlier answer. */
export const replacesPage = (error: unknown, shown: unknown): boolean =>
  isNotFound(error) && !(forms > 0 && shown !== undefined)

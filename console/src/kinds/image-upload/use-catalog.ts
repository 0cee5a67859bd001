import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { imageCatalog } from './catalog-query.ts'

/**
 * Returns the images that the server proposes to fetch, null if it fetches none or that is not known, and undefined
 * before its first answer. The read tells the first two apart.
 */
export function useCatalog() {
  const read = useQuery({ ...imageCatalog, throwOnError: false })
  const { data, isPending } = read
  // During a retry the form stays, with the draft.
  const [isAnswered, setAnswered] = useState(false)
  if (!isPending && !isAnswered) setAnswered(true)
  const images = data?.canFetch ? data.images : data || isAnswered ? null : undefined
  return { images, read }
}
